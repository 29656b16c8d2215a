-- The last time that the older recordings of a tenant were encrypted to a key as well.
CREATE TABLE encrypt_key_rewraps (
  key_id TEXT PRIMARY KEY REFERENCES encrypt_keys ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('running', 'done', 'cancelled', 'interrupted')),
  total INTEGER NOT NULL,
  done INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

-- Files that no row refers to, or not yet. Removed at the next start, if a crash leaves them behind.
CREATE TABLE discarded_files (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
