-- Names that were accepted although no time can be told in them, and offsets, which the zone database does not have.
CREATE TEMP TABLE outdated_zones AS SELECT value AS name FROM json_each('["ACT","AET","AGT","ART","AST","BET","BST","CAT","CNT","CST","CTT","EAT","ECT","IET","IST","JST","MIT","NET","NST","PLT","PNT","PRT","PST","SST","VST"]');
UPDATE tenants SET timezone = ''
  WHERE upper(timezone) IN (SELECT name FROM outdated_zones) OR substr(timezone, 1, 1) IN ('+', '-');
UPDATE groups SET timezone = ''
  WHERE upper(timezone) IN (SELECT name FROM outdated_zones) OR substr(timezone, 1, 1) IN ('+', '-');
UPDATE users SET timezone = ''
  WHERE upper(timezone) IN (SELECT name FROM outdated_zones) OR substr(timezone, 1, 1) IN ('+', '-');
UPDATE reports SET timezone = ''
  WHERE upper(timezone) IN (SELECT name FROM outdated_zones) OR substr(timezone, 1, 1) IN ('+', '-');
UPDATE settings SET value = '""'
  WHERE name = 'timezone'
    AND (upper(json_extract(value, '$')) IN (SELECT name FROM outdated_zones) OR substr(value, 2, 1) IN ('+', '-'));
DROP TABLE outdated_zones;
