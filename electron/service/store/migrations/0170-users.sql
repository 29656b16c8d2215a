-- Users are listed by name and found by name, login and e-mail address. Licences are counted, so each has a column.
ALTER TABLE users ADD COLUMN name_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN searched TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN recording_seat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN screen_recording_seat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN monitoring_seat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN evaluation_seat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN speech_analytics INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN speech_analytics_license_type TEXT;
UPDATE users SET
  name_folded = fold(name),
  searched = fold(name || char(10) || coalesce(login, '') || char(10) || email),
  recording_seat = coalesce(fieldset_licensing ->> 'recording_seat', 0),
  screen_recording_seat = coalesce(fieldset_licensing ->> 'screen_recording_seat', 0),
  monitoring_seat = coalesce(fieldset_licensing ->> 'monitoring_seat', 0),
  evaluation_seat = coalesce(fieldset_licensing ->> 'evaluation_seat', 0),
  speech_analytics = coalesce(fieldset_licensing ->> 'speech_analytics', 0),
  speech_analytics_license_type = fieldset_licensing ->> 'speech_analytics_license_type';
ALTER TABLE users DROP COLUMN fieldset_licensing;
CREATE INDEX users_in_order ON users (name_folded, user_id);
CREATE INDEX users_by_tenant_in_order ON users (tenant_id, name_folded, user_id);
DROP INDEX users_by_role;
CREATE INDEX users_by_role ON users (role_id, name_folded, user_id);
CREATE INDEX users_by_group ON users (group_id);

-- The extensions of a tenant's users, each used once: calls are matched to people by them.
CREATE TABLE user_extensions (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  extension TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users,
  PRIMARY KEY (tenant_id, extension)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_extensions_by_user ON user_extensions (user_id);
INSERT OR IGNORE INTO user_extensions (tenant_id, extension, user_id)
SELECT u.tenant_id, e.value, u.user_id FROM users u, json_each(u.fieldset_recording, '$.extensions') e;
