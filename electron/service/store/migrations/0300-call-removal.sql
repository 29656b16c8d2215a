-- A removed call whose files are being destroyed can no longer be restored.
ALTER TABLE calls ADD COLUMN destroying INTEGER NOT NULL DEFAULT 0;
-- The import key of a file of a removed call. Without its key, the same recording can be imported again.
ALTER TABLE call_files ADD COLUMN removed_import_key TEXT;
