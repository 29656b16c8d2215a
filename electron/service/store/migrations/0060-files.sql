CREATE TABLE call_files (
  call_pk INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
  file_id TEXT NOT NULL,
  start_time INTEGER NOT NULL,
  stop_time INTEGER NOT NULL,
  -- Length in bytes and SHA-256 (hex) of what was brought in and is delivered again.
  file_size INTEGER NOT NULL,
  watermark TEXT NOT NULL,
  file_path TEXT NOT NULL UNIQUE,
  -- The drawing of the audio, encrypted like the audio itself.
  peaks_path TEXT NOT NULL,
  encrypt_key TEXT NOT NULL,
  encrypt_tag TEXT NOT NULL,
  encrypt_fingerprint TEXT NOT NULL,
  codec TEXT NOT NULL,
  sample_rate INTEGER NOT NULL,
  channels INTEGER NOT NULL,
  bits_per_sample INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  data_offset INTEGER NOT NULL,
  data_length INTEGER NOT NULL,
  truncated INTEGER NOT NULL DEFAULT 0,
  damaged INTEGER NOT NULL DEFAULT 0,
  -- Protocol id, or setup time and numbers, as far as the bringer said them: with the watermark it tells a duplicate.
  import_key TEXT,
  PRIMARY KEY (call_pk, file_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX call_files_imported ON call_files (watermark, import_key) WHERE import_key IS NOT NULL;
CREATE INDEX call_files_by_key ON call_files (encrypt_fingerprint);
