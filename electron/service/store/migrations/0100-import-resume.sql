-- A CHECK cannot be changed, so both tables are made again; rows go first, since dropping `imports` would cascade.
CREATE TABLE new_imports (
  -- The order in which imports were begun.
  seq INTEGER PRIMARY KEY,
  import_id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  -- null: started on the command line
  user_id TEXT REFERENCES users,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'paused', 'done', 'cancelled', 'failed', 'interrupted')),
  -- Why it is paused or failed; bytes only while it waits for space.
  reason TEXT,
  needed_bytes INTEGER,
  free_bytes INTEGER,
  total INTEGER NOT NULL DEFAULT 0,
  imported INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  annotated INTEGER NOT NULL DEFAULT 0,
  calls INTEGER NOT NULL DEFAULT 0,
  rows_without_audio INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
INSERT INTO new_imports (seq, import_id, tenant_id, user_id, name, status, total, imported, skipped, refused,
  rows_without_audio, bytes, created_at, finished_at)
SELECT rowid, import_id, tenant_id, user_id, name, status, total, imported, skipped, refused, rows_without_audio, bytes,
  created_at, finished_at FROM imports;
CREATE TABLE new_import_rows (
  import_id TEXT NOT NULL REFERENCES new_imports (import_id) ON DELETE CASCADE,
  row INTEGER NOT NULL,
  -- Hash of the path it came from, for records with their place in the file: an import that goes on passes over it.
  source_key TEXT,
  is_audio INTEGER NOT NULL DEFAULT 1,
  file TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('imported', 'skipped', 'refused', 'without_audio')),
  code TEXT,
  explanation TEXT,
  -- What was wrong, as a word that the window can say in its own language.
  reason TEXT,
  call_id TEXT,
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;
INSERT INTO new_import_rows (import_id, row, file, outcome, code, explanation, reason, call_id)
SELECT import_id, row, file, outcome, code, explanation, reason, call_id FROM import_rows;
DROP TABLE import_rows;
DROP TABLE imports;
ALTER TABLE new_imports RENAME TO imports;
ALTER TABLE new_import_rows RENAME TO import_rows;
-- What an import that has not ended was asked to do, as JSON. Apart from its counters: the paths may be megabytes.
CREATE TABLE import_options (
  import_id TEXT PRIMARY KEY REFERENCES imports (import_id) ON DELETE CASCADE,
  options TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX import_rows_once ON import_rows (import_id, source_key) WHERE source_key IS NOT NULL;
UPDATE imports SET
  calls = (SELECT count(DISTINCT r.call_id) FROM import_rows r WHERE r.import_id = imports.import_id AND r.outcome = 'imported'),
  annotated = (SELECT count(*) FROM import_rows r
    WHERE r.import_id = imports.import_id AND r.outcome = 'imported' AND r.explanation IS NOT NULL);
