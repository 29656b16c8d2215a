-- Options of a custom field have colors and a table of their own. Fields have an order.
CREATE TABLE custom_field_options (
  field_id TEXT NOT NULL REFERENCES custom_fields,
  position INTEGER NOT NULL,
  value TEXT NOT NULL,
  color TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (field_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO custom_field_options (field_id, position, value)
SELECT d.field_id, o.key, o.value FROM custom_fields d, json_each(d.options) o WHERE d.type = 'option';
ALTER TABLE custom_fields DROP COLUMN options;

ALTER TABLE custom_fields ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
CREATE INDEX custom_fields_in_order ON custom_fields (position, name_folded, field_id);

UPDATE custom_fields
SET integer_settings = '{"int_min":null,"int_max":null,"aggregate":null,"fieldset_thresholds":{"thresholds":[]}}'
WHERE type = 'integer' AND integer_settings IS NULL;
