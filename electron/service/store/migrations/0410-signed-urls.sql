-- The data keys that a signed URL needs for recordings in user mode, under the URL's own secret.
CREATE TABLE url_grants (
  -- From the hash of the secret.
  grant_id TEXT PRIMARY KEY,
  call_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  data_keys_sealed BLOB NOT NULL
) STRICT;
CREATE INDEX url_grants_by_expiry ON url_grants (expires_at);

-- The latest time that was seen while signed URLs were valid, so that a clock that is set back revives none.
CREATE TABLE url_clock (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  seen_at INTEGER NOT NULL,
  -- When the last signed URL expires.
  until INTEGER NOT NULL
) STRICT;
