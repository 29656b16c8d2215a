-- How many of the ready-made reports a tenant has been given, in their order. Those that it has deleted are not given again.
-- Tenants from before this column have 0: the next start finds by the ids of the reports which of them each had.
ALTER TABLE tenants ADD COLUMN ready_made_reports INTEGER NOT NULL DEFAULT 0;
