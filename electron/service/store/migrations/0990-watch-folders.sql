-- Folders that other programs write recordings into, and how they are imported.
CREATE TABLE watch_folders (
  watch_folder_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  folder TEXT NOT NULL,
  is_on INTEGER NOT NULL,
  preset_id TEXT REFERENCES import_presets ON DELETE SET NULL,
  timezone TEXT,
  date_order TEXT,
  channels TEXT,
  create_missing INTEGER NOT NULL,
  metadata_only INTEGER NOT NULL,
  afterwards TEXT NOT NULL CHECK (afterwards IN ('keep', 'move', 'delete')),
  done_folder TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX watch_folders_in_order ON watch_folders (name_folded, watch_folder_id);
CREATE INDEX watch_folders_by_age ON watch_folders (created_at, watch_folder_id);
CREATE INDEX watch_folders_by_tenant_in_order ON watch_folders (tenant_id, name_folded, watch_folder_id);
CREATE INDEX watch_folders_by_preset ON watch_folders (preset_id);

CREATE TABLE watch_folder_categories (
  watch_folder_id TEXT NOT NULL REFERENCES watch_folders ON DELETE CASCADE,
  place INTEGER NOT NULL,
  category_id TEXT NOT NULL REFERENCES categories ON DELETE CASCADE,
  PRIMARY KEY (watch_folder_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX watch_folder_categories_by_category ON watch_folder_categories (category_id);

-- The one folder of earlier versions. Its name is the last part of its path.
INSERT INTO watch_folders
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' ||
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
  t.tenant_id, substr(last, 1, 64), lower(substr(last, 1, 64)), path, 1, NULL, NULL, NULL, NULL, 0, 0, 'keep', 'imported',
  CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)
FROM tenants t, (
  SELECT path, coalesce(nullif(replace(plain, rtrim(plain, replace(plain, '/', '')), ''), ''), path) AS last
  FROM (
    SELECT json_extract(value, '$') AS path, rtrim(replace(json_extract(value, '$'), '\', '/'), '/') AS plain
    FROM settings WHERE name = 'watch_folder'
  )
)
WHERE t.is_system = 1 AND path <> '';
DELETE FROM settings WHERE name = 'watch_folder';

-- `leaves`: its source is still to be moved or deleted; `removing`: it is being. Its own reasons stand in place of those of the
-- import.
CREATE TABLE new_watched_files (
  source_key TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  watch_folder_id TEXT REFERENCES watch_folders ON DELETE SET NULL,
  import_id TEXT,
  name TEXT,
  taken_at INTEGER,
  outcome TEXT CHECK (outcome IN ('imported', 'skipped', 'refused', 'waiting')),
  import_row INTEGER,
  is_details INTEGER NOT NULL DEFAULT 0,
  explanation TEXT,
  reasons TEXT,
  leaves INTEGER NOT NULL DEFAULT 0,
  source TEXT CHECK (source IN ('removing', 'moved', 'deleted')),
  removed_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO new_watched_files (source_key, version, watch_folder_id, import_id, name, taken_at, outcome, import_row)
SELECT source_key, version, (SELECT watch_folder_id FROM watch_folders), import_id, name, taken_at, outcome, import_row
FROM watched_files;
DROP TABLE watched_files;
ALTER TABLE new_watched_files RENAME TO watched_files;
CREATE INDEX watched_files_newest ON watched_files (taken_at, source_key) WHERE taken_at IS NOT NULL;
CREATE INDEX watched_files_outcome ON watched_files (outcome, taken_at, source_key) WHERE taken_at IS NOT NULL;
CREATE INDEX watched_files_by_folder ON watched_files (watch_folder_id, taken_at, source_key) WHERE taken_at IS NOT NULL;
CREATE INDEX watched_files_by_outcome
  ON watched_files (watch_folder_id, outcome, taken_at, source_key) WHERE taken_at IS NOT NULL;
CREATE INDEX watched_files_unsettled ON watched_files (import_id) WHERE outcome IS NULL;
CREATE INDEX watched_files_leaving ON watched_files (watch_folder_id, source_key) WHERE leaves = 1;
CREATE INDEX watched_files_removed ON watched_files (watch_folder_id, source, removed_at) WHERE source IS NOT NULL;
