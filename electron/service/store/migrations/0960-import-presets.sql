-- How phone systems name recordings and write call details. Built-in ones have a key and the digest of their file, and no
-- tenant.
CREATE TABLE import_presets (
  preset_id TEXT PRIMARY KEY,
  tenant_id TEXT REFERENCES tenants,
  builtin_key TEXT UNIQUE,
  builtin_digest TEXT,
  is_builtin INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  description TEXT NOT NULL,
  timezone TEXT,
  internal_digits INTEGER NOT NULL,
  channels TEXT,
  names TEXT NOT NULL,
  details TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX import_presets_by_name ON import_presets (tenant_id, name_folded);
CREATE INDEX import_presets_in_order ON import_presets (is_builtin, name_folded, preset_id);

-- By which of them an import reads names, and what could not be read for sure, by its code.
ALTER TABLE imports ADD COLUMN preset_id TEXT;
ALTER TABLE imports ADD COLUMN preset_name TEXT;
ALTER TABLE imports ADD COLUMN doubts TEXT NOT NULL DEFAULT '{}';

-- Roles that run the site manage them.
UPDATE roles SET permissions = json_set(permissions, '$.import_presets', json('["edit","delete"]'))
WHERE EXISTS (SELECT 1 FROM json_each(permissions, '$.system') AS held WHERE held.value = 'edit');
