-- Searches of calls that people keep for themselves, or share with their tenant.
CREATE TABLE saved_searches (
  saved_search_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  user_id TEXT NOT NULL REFERENCES users,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  query TEXT NOT NULL,
  columns TEXT NOT NULL,
  is_shared INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (user_id, name_folded)
) STRICT;
CREATE INDEX saved_searches_in_order ON saved_searches (name_folded, saved_search_id);
