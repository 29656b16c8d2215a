-- call_pk = setup_time (ms) * 1024 + n: newest-first lists, text search and deep pages walk this one key.
CREATE TABLE calls (
  call_pk INTEGER PRIMARY KEY,
  call_id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  protocol_call_direction INTEGER NOT NULL,
  call_state INTEGER NOT NULL,
  record_state INTEGER NOT NULL,
  voip_protocol INTEGER NOT NULL,
  setup_time INTEGER NOT NULL,
  connect_time INTEGER,
  disconnect_time INTEGER,
  duration INTEGER NOT NULL,
  confidential INTEGER,
  parent_call_id TEXT,
  secondary_parent_call_id TEXT,
  interaction_id TEXT,
  protocol_call_id TEXT,
  protocol_tracking_id TEXT,
  recorder_id TEXT,
  from_number TEXT,
  from_name TEXT,
  from_id TEXT,
  from_ip TEXT,
  from_mac TEXT,
  to_number TEXT,
  to_name TEXT,
  to_id TEXT,
  to_ip TEXT,
  to_mac TEXT,
  redirected_from_number TEXT,
  redirected_from_name TEXT,
  redirected_from_id TEXT,
  redirected_to_number TEXT,
  redirected_to_name TEXT,
  redirected_to_id TEXT,
  orig_from_number TEXT,
  orig_from_name TEXT,
  orig_to_number TEXT,
  orig_to_name TEXT,
  agent_id TEXT,
  agent_name TEXT,
  acd_number TEXT,
  acd_name TEXT,
  acd_id TEXT,
  pbx1_user_id TEXT,
  pbx1_group_id TEXT,
  pbx1_sp_id TEXT,
  pbx2_extension TEXT,
  pbx2_user TEXT,
  pbx2_group TEXT,
  pbx2_system TEXT,
  phonesys_nearend_guid TEXT,
  phonesys_farend_guid TEXT,
  phonesys_nearend_refci TEXT,
  phonesys_farend_refci TEXT,
  phonesys_nearend_partition TEXT,
  phonesys_farend_partition TEXT,
  phonesys_phone_ip TEXT,
  from_port INTEGER,
  to_port INTEGER,
  on_demand_state INTEGER,
  updated_at INTEGER NOT NULL,
  removed_at INTEGER,
  removed_by TEXT,
  legal_hold INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX calls_by_tenant ON calls (tenant_id, call_pk);
CREATE INDEX calls_by_protocol_call ON calls (protocol_call_id) WHERE protocol_call_id IS NOT NULL;
CREATE INDEX calls_removed ON calls (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE call_participants (
  call_pk INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
  participant_id TEXT NOT NULL,
  join_time INTEGER,
  leave_time INTEGER,
  user_id TEXT REFERENCES users,
  party_direction INTEGER NOT NULL,
  party_type INTEGER NOT NULL,
  party_number TEXT,
  party_name TEXT,
  party_caller_id TEXT,
  PRIMARY KEY (call_pk, participant_id)
) STRICT, WITHOUT ROWID;

-- Every known user of a call once: walks one person's calls newest first.
CREATE TABLE call_users (
  user_id TEXT NOT NULL REFERENCES users,
  call_pk INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
  PRIMARY KEY (user_id, call_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_users_by_call ON call_users (call_pk);

-- Every number of a call once, digits and a leading plus: finds a client's calls and the other calls of a number.
CREATE TABLE call_numbers (
  number_key TEXT NOT NULL,
  call_pk INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
  PRIMARY KEY (number_key, call_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_numbers_by_call ON call_numbers (call_pk);

CREATE TABLE categories (
  category_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  private_user_id TEXT REFERENCES users,
  parent_id TEXT REFERENCES categories,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX categories_by_name ON categories (tenant_id, name_folded, coalesce(private_user_id, ''));
CREATE TABLE call_categories (
  category_id TEXT NOT NULL REFERENCES categories,
  call_pk INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
  PRIMARY KEY (category_id, call_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_categories_by_call ON call_categories (call_pk);

CREATE TABLE custom_fields (
  field_id TEXT PRIMARY KEY,
  -- null: a global field
  tenant_id TEXT REFERENCES tenants,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  computer_name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  enable INTEGER NOT NULL DEFAULT 1,
  type TEXT NOT NULL CHECK (type IN ('string', 'date', 'option', 'integer')),
  options TEXT NOT NULL DEFAULT '[]',
  display_as TEXT NOT NULL DEFAULT 'default',
  str_max_len INTEGER NOT NULL DEFAULT 64,
  editable INTEGER NOT NULL DEFAULT 0,
  search_options TEXT NOT NULL DEFAULT '[]',
  ai_assist INTEGER NOT NULL DEFAULT 0,
  dashboard INTEGER NOT NULL DEFAULT 0,
  integer_settings TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX custom_fields_by_name ON custom_fields (coalesce(tenant_id, ''), name_folded);
CREATE TABLE call_custom_values (
  field_id TEXT NOT NULL REFERENCES custom_fields,
  call_pk INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
  value TEXT NOT NULL,
  PRIMARY KEY (field_id, call_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_custom_values_by_call ON call_custom_values (call_pk);

CREATE TABLE clients (
  client_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE client_contacts (
  client_id TEXT NOT NULL REFERENCES clients ON DELETE CASCADE,
  position INTEGER NOT NULL,
  phone_number TEXT NOT NULL,
  number_key TEXT NOT NULL,
  name TEXT,
  PRIMARY KEY (client_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX client_contacts_by_number ON client_contacts (number_key);
