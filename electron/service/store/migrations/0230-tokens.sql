-- Access tokens of tools: only the hash is stored. The user's private key is kept once more, sealed under the token.
CREATE TABLE user_tokens (
  token_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  private_key_sealed BLOB,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (user_id, name_folded)
) STRICT;
CREATE INDEX user_tokens_in_order ON user_tokens (user_id, name_folded, token_id);
