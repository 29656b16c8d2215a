-- The kind of sound file, as in shared/sound-formats.ts.
ALTER TABLE call_files ADD COLUMN format TEXT NOT NULL DEFAULT 'wav';
UPDATE call_files SET format = 'mp3' WHERE codec = 'mp3';
