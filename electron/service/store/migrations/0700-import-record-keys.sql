-- A hash of all that the record of a row says: the same record that comes again is known by it, also after its call was
-- changed. Of rows before this there is none, so they are compared with their calls.
ALTER TABLE import_rows ADD COLUMN record_key TEXT;
CREATE INDEX import_rows_by_record ON import_rows (record_key) WHERE record_key IS NOT NULL;
-- The row that a call was stored from becomes another when a row that was answered describes the call.
CREATE INDEX import_rows_by_call ON import_rows (call_id) WHERE call_id IS NOT NULL;
