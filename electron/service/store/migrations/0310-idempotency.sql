-- Requests with an Idempotency-Key and the address that answered them, kept for a day.
CREATE TABLE idempotency_keys (
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  key TEXT NOT NULL,
  -- Hash of the request: the same key with another request is refused.
  request TEXT NOT NULL,
  url TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT;
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
