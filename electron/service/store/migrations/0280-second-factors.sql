-- Second factors (TOTP). The secret is sealed to the user's own public key, so that only their password opens it. It is in
-- force once confirmed; last_step is the last time step whose code was accepted.
CREATE TABLE user_second_factors (
  user_id TEXT PRIMARY KEY REFERENCES users,
  secret_sealed BLOB NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
