-- The head exists from the start, so that its absence always shows that it was removed.
INSERT INTO audit_head (only_row, audit_id, hash)
SELECT 1, 0, '' FROM (SELECT COUNT(*) AS entries FROM audit_log) AS log
WHERE log.entries = 0 AND NOT EXISTS (SELECT 1 FROM audit_head) AND NOT EXISTS (SELECT 1 FROM users);
