-- The keys that a recording is encrypted to. Few sets exist, since all recordings of a time share one.
CREATE TABLE encrypt_key_sets (
  key_set_id INTEGER PRIMARY KEY,
  -- The fingerprints in order, separated by spaces.
  fingerprints TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE encrypt_key_set_members (
  fingerprint TEXT NOT NULL,
  key_set_id INTEGER NOT NULL REFERENCES encrypt_key_sets,
  PRIMARY KEY (fingerprint, key_set_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX encrypt_key_set_members_by_set ON encrypt_key_set_members (key_set_id);

ALTER TABLE call_files ADD COLUMN key_set_id INTEGER REFERENCES encrypt_key_sets;
-- Of older recordings, the first key is known.
INSERT INTO encrypt_key_sets (fingerprints) SELECT DISTINCT encrypt_fingerprint FROM call_files;
INSERT INTO encrypt_key_set_members (fingerprint, key_set_id) SELECT fingerprints, key_set_id FROM encrypt_key_sets;
UPDATE call_files SET key_set_id =
  (SELECT s.key_set_id FROM encrypt_key_sets s WHERE s.fingerprints = call_files.encrypt_fingerprint);
CREATE INDEX call_files_by_key_set ON call_files (key_set_id);
DROP INDEX call_files_by_key;

-- The order of the list of keys.
CREATE INDEX encrypt_keys_by_order ON encrypt_keys (name_folded, key_id);
