-- The files that were imported from the watched folder, by a hash of their path, in the version that was imported.
CREATE TABLE watched_files (
  source_key TEXT PRIMARY KEY,
  version TEXT NOT NULL
) STRICT, WITHOUT ROWID;
