-- Rows of call details have counts of their own, so that each row is in exactly one of them: those that describe a
-- recording that was found, and the rest by what became of them. Of imports before this, the first was not kept.
ALTER TABLE imports ADD COLUMN rows INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN rows_with_audio INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN rows_imported INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN rows_skipped INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN rows_refused INTEGER NOT NULL DEFAULT 0;
-- Files of call details that could not be read.
ALTER TABLE imports ADD COLUMN record_files_refused INTEGER NOT NULL DEFAULT 0;
-- Where a row of call details stands: the name of its file, and its line there (in JSON its place in the list).
ALTER TABLE import_rows ADD COLUMN record_file TEXT;
ALTER TABLE import_rows ADD COLUMN record_line INTEGER;
UPDATE import_rows SET outcome = 'refused' WHERE code = 'records_unreadable';
UPDATE imports SET (rows_imported, rows_skipped, rows_refused, rows_without_audio, record_files_refused) = (
  SELECT count(*) FILTER (WHERE r.outcome = 'imported'), count(*) FILTER (WHERE r.outcome = 'skipped'),
    count(*) FILTER (WHERE r.outcome = 'refused' AND r.code <> 'records_unreadable'),
    imports.rows_without_audio - count(*) FILTER (WHERE r.outcome = 'refused' AND r.code <> 'records_unreadable'),
    count(*) FILTER (WHERE r.code = 'records_unreadable')
  FROM import_rows r WHERE r.import_id = imports.import_id AND r.is_audio = 0);
UPDATE imports SET rows = rows_imported + rows_skipped + rows_refused + rows_without_audio;
