-- How many of the ready-made reports a tenant has been given, in their order. Those that it has deleted are not given again.
ALTER TABLE tenants ADD COLUMN ready_made_reports INTEGER NOT NULL DEFAULT 0;
-- New tenants had these before they were counted.
UPDATE tenants SET ready_made_reports = 8 WHERE tenant_id IN (SELECT tenant_id FROM reports);
