-- Recordings that a sender streams in, at most one for each call.
CREATE TABLE recordings (
  recording_id TEXT PRIMARY KEY,
  call_pk INTEGER NOT NULL UNIQUE REFERENCES calls ON DELETE CASCADE,
  -- The user who opened it and may always continue it.
  user_id TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('pcm_s16le', 'mp3')),
  sample_rate INTEGER NOT NULL,
  channels INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('recording', 'paused', 'closed')),
  -- The bytes of the sender that are in finished files or were dropped.
  taken INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX recordings_open ON recordings (recording_id) WHERE status <> 'closed';

-- Files that are being written, and those that a crash left without an end until they have been salvaged.
CREATE TABLE recording_files (
  call_pk INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
  file_id TEXT NOT NULL,
  -- Where the file is while it is being written, and where it goes.
  temporary_path TEXT NOT NULL UNIQUE,
  file_path TEXT NOT NULL UNIQUE,
  -- The byte of the sender that the file begins with.
  first_offset INTEGER NOT NULL,
  start_time INTEGER NOT NULL,
  -- After a crash: the bytes to salvage.
  left_bytes INTEGER,
  PRIMARY KEY (call_pk, file_id)
) STRICT, WITHOUT ROWID;

-- When the recording of a call was paused. Without an end, it still is.
CREATE TABLE call_pauses (
  call_pk INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
  place INTEGER NOT NULL,
  start_time INTEGER NOT NULL,
  stop_time INTEGER,
  PRIMARY KEY (call_pk, place)
) STRICT, WITHOUT ROWID;
