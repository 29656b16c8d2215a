-- The folders, by their names in the watch folder, that files were moved to before their watch folder got another one. A JSON list.
ALTER TABLE watch_folders ADD COLUMN done_before TEXT NOT NULL DEFAULT '[]';
