-- What a destroyed call leaves behind. The hash of a new entry covers its details by their SHA-256, so that they can be
-- removed and the chain still be verified. `call_id`: the call of an entry about another record, such as a note.
ALTER TABLE audit_log ADD COLUMN call_id TEXT;
ALTER TABLE audit_log ADD COLUMN details_hash TEXT;
ALTER TABLE audit_log ADD COLUMN redacted_by INTEGER;
CREATE INDEX audit_log_by_call ON audit_log (call_id) WHERE call_id IS NOT NULL;

UPDATE audit_log SET call_id = (
  SELECT c.call_id FROM call_notes n JOIN calls c ON c.call_pk = n.call_pk WHERE n.note_id = audit_log.resource_id)
WHERE resource = 'note';
UPDATE audit_log SET call_id = (SELECT e.call_id FROM evaluation_reports e WHERE e.report_id = audit_log.resource_id)
WHERE resource = 'evaluation_report';

-- The text index forgets at once, instead of when it is next merged.
INSERT INTO call_text_index (call_text_index, rank) VALUES ('secure-delete', 1);
INSERT INTO call_text_index (call_text_index)
SELECT 'optimize' WHERE EXISTS (SELECT 1 FROM audit_log WHERE action = 'destroy');

-- The pages that deleted rows have left: all of them are used once, and cleared when they are left again.
CREATE TABLE filler (bytes BLOB);
WITH RECURSIVE pages (n) AS (
  SELECT 1 WHERE (SELECT freelist_count FROM pragma_freelist_count) > 0
  UNION ALL
  SELECT n + 1 FROM pages WHERE n < (SELECT freelist_count FROM pragma_freelist_count)
)
INSERT INTO filler SELECT zeroblob(4000) FROM pages;
DROP TABLE filler;
