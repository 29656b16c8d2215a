CREATE TABLE tenants (
  tenant_id TEXT PRIMARY KEY,
  is_system INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE,
  timezone TEXT NOT NULL,
  language TEXT,
  domain TEXT,
  encrypt_data INTEGER NOT NULL DEFAULT 1,
  recording_seats INTEGER,
  recording_sessions INTEGER,
  screen_recording_seats INTEGER,
  monitoring_seats INTEGER,
  evaluation_seats INTEGER,
  speech_analytics INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX tenants_system ON tenants (is_system) WHERE is_system = 1;

CREATE TABLE groups (
  group_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  timezone TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (tenant_id, name_folded)
) STRICT;

CREATE TABLE roles (
  role_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  access_level TEXT NOT NULL CHECK (access_level IN ('root', 'system', 'tenant', 'managed_groups', 'user')),
  permissions TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (tenant_id, name_folded)
) STRICT;

-- Sections of the API's user object that only a form reads are kept as JSON; what rules ask for has a column.
CREATE TABLE users (
  user_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  group_id TEXT NOT NULL REFERENCES groups,
  role_id TEXT NOT NULL REFERENCES roles,
  name TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1,
  email TEXT NOT NULL DEFAULT '',
  timezone TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT '',
  login TEXT,
  login_folded TEXT UNIQUE,
  can_login INTEGER NOT NULL DEFAULT 1,
  authenticate_type TEXT NOT NULL DEFAULT 'password',
  must_change_password INTEGER NOT NULL DEFAULT 0,
  require_2fa INTEGER NOT NULL DEFAULT 0,
  valid_till INTEGER,
  fieldset_recording TEXT NOT NULL,
  fieldset_screen_recording TEXT NOT NULL,
  fieldset_phone_services TEXT NOT NULL,
  fieldset_licensing TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX users_by_role ON users (role_id);

-- groups of a user (contains group_id), and what a user manages.
CREATE TABLE user_groups (
  group_id TEXT NOT NULL REFERENCES groups,
  user_id TEXT NOT NULL REFERENCES users,
  PRIMARY KEY (group_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_groups_by_user ON user_groups (user_id, group_id);
CREATE TABLE user_managed_groups (
  user_id TEXT NOT NULL REFERENCES users,
  group_id TEXT NOT NULL REFERENCES groups,
  PRIMARY KEY (user_id, group_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE user_managed_tenants (
  user_id TEXT NOT NULL REFERENCES users,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  PRIMARY KEY (user_id, tenant_id)
) STRICT, WITHOUT ROWID;

-- Password and key pair: made together, replaced together.
CREATE TABLE user_credentials (
  user_id TEXT PRIMARY KEY REFERENCES users,
  kdf TEXT NOT NULL,
  salt BLOB NOT NULL,
  verifier BLOB NOT NULL,
  public_key BLOB NOT NULL,
  private_key_sealed BLOB NOT NULL,
  credential_version INTEGER NOT NULL DEFAULT 1,
  consecutive_failures INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL
) STRICT;
