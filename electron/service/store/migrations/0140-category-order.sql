-- The order of the list of categories, in one tenant and in all.
CREATE INDEX categories_by_tenant_in_order ON categories (tenant_id, name_folded, category_id);
CREATE INDEX categories_in_order ON categories (name_folded, category_id);
CREATE INDEX categories_by_parent ON categories (parent_id) WHERE parent_id IS NOT NULL;
