-- Clients are listed by name, and found by any part of what describes them (docs/search.md).
ALTER TABLE clients ADD COLUMN name_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE client_contacts ADD COLUMN searched TEXT NOT NULL DEFAULT '';
UPDATE clients SET name_folded = lower(name);
UPDATE client_contacts SET searched = lower(phone_number || char(10) || coalesce(name, ''));
CREATE INDEX clients_by_tenant_in_order ON clients (tenant_id, name_folded, client_id);
CREATE INDEX clients_in_order ON clients (name_folded, client_id);

-- The orders of the lists of groups and roles over all tenants; within one tenant the unique names have an index.
CREATE INDEX groups_in_order ON groups (name_folded, group_id);
CREATE INDEX roles_in_order ON roles (name_folded, role_id);
