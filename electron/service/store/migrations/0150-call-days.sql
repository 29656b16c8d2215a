-- How many calls each tenant has on each day (UTC, counted from 1900), for counts of a whole list and for pages far into it.
-- 25567 days from 1900 to 1970; 88473600000 keys a day (86400000 ms of 1024 keys).
CREATE TABLE call_days (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  day INTEGER NOT NULL,
  open INTEGER NOT NULL,
  confidential INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, day)
) STRICT, WITHOUT ROWID;

INSERT INTO call_days (tenant_id, day, open, confidential)
  SELECT tenant_id, (call_pk + 25567 * 88473600000) / 88473600000, sum(confidential IS NOT 1), sum(confidential IS 1)
  FROM calls WHERE removed_at IS NULL GROUP BY 1, 2;

CREATE TRIGGER call_days_insert AFTER INSERT ON calls WHEN NEW.removed_at IS NULL BEGIN
  INSERT INTO call_days (tenant_id, day, open, confidential)
    VALUES (NEW.tenant_id, (NEW.call_pk + 25567 * 88473600000) / 88473600000,
      NEW.confidential IS NOT 1, NEW.confidential IS 1)
    ON CONFLICT (tenant_id, day) DO UPDATE
      SET open = open + excluded.open, confidential = confidential + excluded.confidential;
END;

CREATE TRIGGER call_days_delete AFTER DELETE ON calls WHEN OLD.removed_at IS NULL BEGIN
  UPDATE call_days
    SET open = open - (OLD.confidential IS NOT 1), confidential = confidential - (OLD.confidential IS 1)
    WHERE tenant_id = OLD.tenant_id AND day = (OLD.call_pk + 25567 * 88473600000) / 88473600000;
END;

CREATE TRIGGER call_days_update AFTER UPDATE OF call_pk, tenant_id, removed_at, confidential ON calls BEGIN
  UPDATE call_days
    SET open = open - (OLD.confidential IS NOT 1), confidential = confidential - (OLD.confidential IS 1)
    WHERE OLD.removed_at IS NULL AND tenant_id = OLD.tenant_id
      AND day = (OLD.call_pk + 25567 * 88473600000) / 88473600000;
  INSERT INTO call_days (tenant_id, day, open, confidential)
    SELECT NEW.tenant_id, (NEW.call_pk + 25567 * 88473600000) / 88473600000,
      NEW.confidential IS NOT 1, NEW.confidential IS 1
    WHERE NEW.removed_at IS NULL
    ON CONFLICT (tenant_id, day) DO UPDATE
      SET open = open + excluded.open, confidential = confidential + excluded.confidential;
END;
