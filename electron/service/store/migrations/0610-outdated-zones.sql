-- Zones that were accepted, although no time can be told in them.
CREATE TEMP TABLE outdated_zones AS SELECT value AS name FROM json_each('["ACT","AET","AGT","ART","AST","BET","BST","CAT","CNT","CST","CTT","EAT","ECT","IET","IST","JST","MIT","NET","NST","PLT","PNT","PRT","PST","SST","VST"]');
UPDATE tenants SET timezone = '' WHERE upper(timezone) IN (SELECT name FROM outdated_zones);
UPDATE groups SET timezone = '' WHERE upper(timezone) IN (SELECT name FROM outdated_zones);
UPDATE users SET timezone = '' WHERE upper(timezone) IN (SELECT name FROM outdated_zones);
UPDATE reports SET timezone = '' WHERE upper(timezone) IN (SELECT name FROM outdated_zones);
UPDATE settings SET value = '""' WHERE name = 'timezone' AND upper(json_extract(value, '$')) IN (SELECT name FROM outdated_zones);
DROP TABLE outdated_zones;
