-- What a token may do of what its user may, and until when. Older tokens have no hint.
ALTER TABLE user_tokens ADD COLUMN access TEXT NOT NULL DEFAULT 'all';
ALTER TABLE user_tokens ADD COLUMN scope TEXT;
ALTER TABLE user_tokens ADD COLUMN expires_at INTEGER;
ALTER TABLE user_tokens ADD COLUMN hint TEXT;
