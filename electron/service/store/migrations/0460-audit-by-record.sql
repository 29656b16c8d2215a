-- The entries about one record, newest first.
CREATE INDEX audit_log_by_record ON audit_log (resource_id, audit_id);
