-- The last entry of the audit log, so that a removal at its end shows. Lists walk the log backwards, in one tenant or all.
CREATE TABLE audit_head (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  audit_id INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
INSERT INTO audit_head (only_row, audit_id, hash)
SELECT 1, audit_id, hash FROM audit_log ORDER BY audit_id DESC LIMIT 1;
CREATE INDEX audit_log_by_tenant ON audit_log (tenant_id, audit_id);
CREATE INDEX audit_log_by_kind ON audit_log (resource, audit_id);
CREATE INDEX audit_log_by_user ON audit_log (user_id, audit_id);
