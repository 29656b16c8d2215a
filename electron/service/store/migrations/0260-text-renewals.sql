-- Custom fields whose values became searchable or stopped being so. The texts of their calls are built again part by part,
-- newest first; those with a key below call_pk are still to come.
CREATE TABLE call_text_renewals (
  field_id TEXT PRIMARY KEY REFERENCES custom_fields,
  call_pk INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
