-- A login that wrong guesses have locked opens again after a day. The day of one that was locked before begins with the
-- next guess.
ALTER TABLE user_credentials ADD COLUMN locked_at INTEGER;

-- Guesses at logins that do not exist, in the present hour: all, and those since the last entry in the audit log.
CREATE TABLE unknown_sign_ins (
  door TEXT PRIMARY KEY,
  since INTEGER NOT NULL,
  guesses INTEGER NOT NULL,
  left_out INTEGER NOT NULL
) STRICT;
