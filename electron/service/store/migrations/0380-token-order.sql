-- Lists walk the tokens of all users by name.
CREATE INDEX user_tokens_by_name ON user_tokens (name_folded, token_id);
