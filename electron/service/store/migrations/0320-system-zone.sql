-- The zone of the computer at the first run was stored in the System tenant, where it came before that of the settings.
INSERT INTO settings (name, value)
SELECT 'timezone', json_quote(timezone) FROM tenants WHERE is_system = 1 AND timezone <> ''
ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value = '""';
UPDATE tenants SET timezone = '' WHERE is_system = 1;
