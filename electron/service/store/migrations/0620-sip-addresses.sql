-- The digits of a host, a port or a display name were taken for a part of the number (sip:+4930123@192.168.1.10).
CREATE TEMP TABLE addressed AS
SELECT call_pk FROM (
  SELECT call_pk, from_number AS number FROM calls
  UNION ALL SELECT call_pk, to_number FROM calls
  UNION ALL SELECT call_pk, redirected_from_number FROM calls
  UNION ALL SELECT call_pk, redirected_to_number FROM calls
  UNION ALL SELECT call_pk, orig_from_number FROM calls
  UNION ALL SELECT call_pk, orig_to_number FROM calls
  UNION ALL SELECT call_pk, acd_number FROM calls
  UNION ALL SELECT call_pk, party_number FROM call_participants
) WHERE number GLOB '*[@:;<]*' GROUP BY call_pk;

DELETE FROM call_numbers WHERE call_pk IN (SELECT call_pk FROM addressed);
INSERT OR IGNORE INTO call_numbers (number_key, call_pk)
SELECT number_key(number), call_pk FROM (
  SELECT from_number AS number, call_pk FROM calls
  UNION ALL SELECT to_number, call_pk FROM calls
  UNION ALL SELECT party_number, call_pk FROM call_participants
) WHERE call_pk IN (SELECT call_pk FROM addressed) AND number_key(number) IS NOT NULL;

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
  FROM calls c WHERE c.call_pk = call_texts.call_pk)
WHERE call_pk IN (SELECT call_pk FROM addressed);
DROP TABLE addressed;

UPDATE client_contacts SET
  number_key = coalesce(number_key(phone_number), ''),
  searched = fold(phone_number) || char(10) || coalesce(number_key(phone_number), '') || char(10) || fold(coalesce(name, ''))
WHERE phone_number GLOB '*[@:;<]*';
