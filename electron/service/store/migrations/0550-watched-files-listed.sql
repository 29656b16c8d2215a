-- What came of each file of the watched folder. Files from before have no import here, and are not listed.
ALTER TABLE watched_files ADD COLUMN import_id TEXT;
ALTER TABLE watched_files ADD COLUMN name TEXT;
ALTER TABLE watched_files ADD COLUMN taken_at INTEGER;
-- Null until the import has ended. Refused also without a row in the import, which then did not get that far.
ALTER TABLE watched_files ADD COLUMN outcome TEXT CHECK (outcome IN ('imported', 'skipped', 'refused'));
ALTER TABLE watched_files ADD COLUMN import_row INTEGER;
CREATE INDEX watched_files_newest ON watched_files (taken_at, source_key) WHERE import_id IS NOT NULL;
CREATE INDEX watched_files_outcome ON watched_files (outcome, taken_at, source_key) WHERE import_id IS NOT NULL;
