CREATE TABLE encrypt_keys (
  key_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  protection_mode TEXT NOT NULL CHECK (protection_mode IN ('application', 'user')),
  add_type TEXT NOT NULL CHECK (add_type IN ('generate', 'import')),
  is_active INTEGER NOT NULL,
  key_length INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  public_key BLOB NOT NULL,
  -- PKCS#8 DER under the key-encryption key; null for a key that only encrypts.
  private_key_sealed BLOB,
  -- The key-encryption key under the master key; null in user mode.
  kek_sealed BLOB,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (tenant_id, name_folded),
  UNIQUE (tenant_id, fingerprint)
) STRICT;
CREATE INDEX encrypt_keys_by_fingerprint ON encrypt_keys (fingerprint);

-- User mode: the key-encryption key, wrapped to each person who may use it.
CREATE TABLE encrypt_key_grants (
  key_id TEXT NOT NULL REFERENCES encrypt_keys,
  user_id TEXT NOT NULL REFERENCES users,
  kek_wrapped BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, user_id)
) STRICT, WITHOUT ROWID;
