-- The advanced search finds ids and custom values through an index. Indexes hold the folded text (shared/fold.ts), which
-- stands beside each of them.
ALTER TABLE calls ADD COLUMN protocol_call_id_folded TEXT;
ALTER TABLE calls ADD COLUMN protocol_tracking_id_folded TEXT;
ALTER TABLE calls ADD COLUMN from_id_folded TEXT;
ALTER TABLE calls ADD COLUMN to_id_folded TEXT;
ALTER TABLE calls ADD COLUMN agent_id_folded TEXT;
UPDATE calls SET
  protocol_call_id_folded = fold(protocol_call_id),
  protocol_tracking_id_folded = fold(protocol_tracking_id),
  from_id_folded = fold(from_id),
  to_id_folded = fold(to_id),
  agent_id_folded = fold(agent_id)
WHERE coalesce(protocol_call_id, protocol_tracking_id, from_id, to_id, agent_id) IS NOT NULL;
CREATE INDEX calls_by_protocol_call_id_folded ON calls (protocol_call_id_folded)
  WHERE protocol_call_id_folded IS NOT NULL;
CREATE INDEX calls_by_protocol_tracking_id_folded ON calls (protocol_tracking_id_folded)
  WHERE protocol_tracking_id_folded IS NOT NULL;
CREATE INDEX calls_by_from_id_folded ON calls (from_id_folded) WHERE from_id_folded IS NOT NULL;
CREATE INDEX calls_by_to_id_folded ON calls (to_id_folded) WHERE to_id_folded IS NOT NULL;
CREATE INDEX calls_by_agent_id_folded ON calls (agent_id_folded) WHERE agent_id_folded IS NOT NULL;

ALTER TABLE call_custom_values ADD COLUMN value_folded TEXT NOT NULL DEFAULT '';
UPDATE call_custom_values SET value_folded = fold(value);
CREATE INDEX call_custom_values_by_value ON call_custom_values (field_id, value_folded);
