CREATE TABLE imports (
  import_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  -- null: started on the command line
  user_id TEXT REFERENCES users,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'done', 'cancelled', 'failed', 'interrupted')),
  total INTEGER NOT NULL DEFAULT 0,
  imported INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  rows_without_audio INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX imports_newest ON imports (created_at DESC, import_id);
CREATE TABLE import_rows (
  import_id TEXT NOT NULL REFERENCES imports ON DELETE CASCADE,
  row INTEGER NOT NULL,
  file TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('imported', 'skipped', 'refused', 'without_audio')),
  code TEXT,
  explanation TEXT,
  -- What was wrong, as a word that the window can say in its own language.
  reason TEXT,
  call_id TEXT,
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;
