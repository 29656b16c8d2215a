-- The last time that each user signed in. It is not part of the record's version, so updated_at stays.
ALTER TABLE users ADD COLUMN last_sign_in_at INTEGER;
UPDATE users SET last_sign_in_at = (
  SELECT max(a.at) FROM audit_log a
  WHERE a.resource = 'session' AND a.action = 'sign_in' AND a.outcome = 'done' AND a.user_id = users.user_id);
