-- Searched texts ignore accents, hold the names of files and find numbers however they are written (docs/search.md).
-- They are all made again: search_text and number_key are functions of the program (store/connection.ts).
DROP TRIGGER call_texts_added;
DROP TRIGGER call_texts_removed;
DROP TRIGGER call_texts_changed;
DROP TABLE call_text_index;
UPDATE call_texts SET text = (
  SELECT search_text(
    json_array(c.from_number, c.to_number, c.redirected_from_number, c.redirected_to_number, c.orig_from_number,
      c.orig_to_number, c.acd_number,
      json((SELECT json_group_array(p.party_number) FROM call_participants p WHERE p.call_pk = c.call_pk))),
    json_array(c.from_name, c.to_name, c.redirected_from_name, c.redirected_to_name, c.orig_from_name, c.orig_to_name,
      c.agent_name, c.acd_name,
      json((SELECT json_group_array(p.party_name) FROM call_participants p WHERE p.call_pk = c.call_pk)),
      json((SELECT json_group_array(f.original_name) FROM call_files f WHERE f.call_pk = c.call_pk)),
      json((SELECT json_group_array(v.value) FROM call_custom_values v JOIN custom_fields d USING (field_id)
        WHERE v.call_pk = c.call_pk AND d.enable = 1
          AND EXISTS (SELECT 1 FROM json_each(d.search_options) o WHERE o.value = 'free_text')))))
  FROM calls c WHERE c.call_pk = call_texts.call_pk);
CREATE VIRTUAL TABLE call_text_index USING fts5 (
  text, content='call_texts', content_rowid='call_pk', tokenize='trigram case_sensitive 1', columnsize=0
);
INSERT INTO call_text_index (call_text_index) VALUES ('rebuild');
CREATE TRIGGER call_texts_added AFTER INSERT ON call_texts BEGIN
  INSERT INTO call_text_index (rowid, text) VALUES (new.call_pk, new.text);
END;
CREATE TRIGGER call_texts_removed AFTER DELETE ON call_texts BEGIN
  INSERT INTO call_text_index (call_text_index, rowid, text) VALUES ('delete', old.call_pk, old.text);
END;
CREATE TRIGGER call_texts_changed AFTER UPDATE ON call_texts BEGIN
  INSERT INTO call_text_index (call_text_index, rowid, text) VALUES ('delete', old.call_pk, old.text);
  INSERT INTO call_text_index (rowid, text) VALUES (new.call_pk, new.text);
END;

-- A number dialled with 00 has the key of the one with a plus.
DELETE FROM call_numbers;
INSERT OR IGNORE INTO call_numbers (number_key, call_pk)
SELECT number_key(number), call_pk FROM (
  SELECT from_number AS number, call_pk FROM calls
  UNION ALL SELECT to_number, call_pk FROM calls
  UNION ALL SELECT party_number, call_pk FROM call_participants
) WHERE number_key(number) IS NOT NULL;
UPDATE client_contacts SET number_key = number_key(phone_number);

-- Lists and counts pick their keys in these, which are a twentieth of the table, and read the calls of one page only.
DROP INDEX calls_by_tenant;
CREATE INDEX calls_by_tenant ON calls (tenant_id, call_pk, confidential, protocol_call_direction)
  WHERE removed_at IS NULL;
CREATE INDEX calls_listed ON calls (call_pk, confidential, protocol_call_direction) WHERE removed_at IS NULL;
