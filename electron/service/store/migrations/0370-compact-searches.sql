-- Saved searches keep the height of their rows, too.
ALTER TABLE saved_searches ADD COLUMN is_compact INTEGER NOT NULL DEFAULT 0;
