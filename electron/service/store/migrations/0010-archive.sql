-- What the archive knows of itself: install id, key-check value, settings. Values are JSON.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Append-only; each row's hash covers the row before it, so that a removed or changed row shows.
CREATE TABLE audit_log (
  audit_id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  user_id TEXT,
  tenant_id TEXT,
  action TEXT NOT NULL,
  resource TEXT NOT NULL,
  resource_id TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'refused')),
  details TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_log_by_resource ON audit_log (resource, resource_id, action, at);
