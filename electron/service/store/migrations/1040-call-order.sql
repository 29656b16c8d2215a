-- What calls are sorted by, one row for each: texts are folded, shares hundredths of a percent, lengths ms. The talk of a
-- call is NULL before it is measured, and what needs the speakers apart also after.
CREATE TABLE call_order (
  call_pk INTEGER PRIMARY KEY REFERENCES calls ON DELETE CASCADE,
  duration INTEGER NOT NULL,
  customer TEXT,
  number TEXT,
  agent TEXT,
  notes_count INTEGER NOT NULL DEFAULT 0,
  talk_share_agent INTEGER,
  talk_share_customer INTEGER,
  silence_share INTEGER,
  overlap_share INTEGER,
  longest_silence INTEGER,
  longest_monologue INTEGER,
  interruptions INTEGER
) STRICT;
INSERT INTO call_order (call_pk, duration, customer, number, agent, notes_count)
SELECT c.call_pk, c.duration,
  fold(CASE c.protocol_call_direction WHEN 1 THEN coalesce(c.to_name, c.to_number)
    ELSE coalesce(c.from_name, c.from_number) END),
  fold(CASE c.protocol_call_direction WHEN 1 THEN c.to_number ELSE c.from_number END),
  fold(coalesce(c.agent_name, (
      SELECT p.party_name FROM call_participants p WHERE p.call_pk = c.call_pk AND p.party_type = 1
      ORDER BY p.participant_id LIMIT 1),
    CASE c.protocol_call_direction WHEN 1 THEN coalesce(c.from_name, c.from_number)
      ELSE coalesce(c.to_name, c.to_number) END)),
  (SELECT count(*) FROM call_notes n WHERE n.call_pk = c.call_pk)
FROM calls c;
CREATE INDEX call_order_by_duration ON call_order (duration, call_pk);
CREATE INDEX call_order_by_customer ON call_order (customer, call_pk);
CREATE INDEX call_order_by_number ON call_order (number, call_pk);
CREATE INDEX call_order_by_agent ON call_order (agent, call_pk);
CREATE INDEX call_order_by_notes_count ON call_order (notes_count, call_pk);
CREATE INDEX call_order_by_talk_share_agent ON call_order (talk_share_agent, call_pk);
CREATE INDEX call_order_by_talk_share_customer ON call_order (talk_share_customer, call_pk);
CREATE INDEX call_order_by_silence_share ON call_order (silence_share, call_pk);
CREATE INDEX call_order_by_overlap_share ON call_order (overlap_share, call_pk);
CREATE INDEX call_order_by_longest_silence ON call_order (longest_silence, call_pk);
CREATE INDEX call_order_by_longest_monologue ON call_order (longest_monologue, call_pk);
CREATE INDEX call_order_by_interruptions ON call_order (interruptions, call_pk);

CREATE INDEX evaluation_reports_by_score ON evaluation_reports (score, call_pk)
  WHERE status = 'completed' AND score IS NOT NULL AND call_pk IS NOT NULL;
CREATE INDEX call_custom_values_by_number ON call_custom_values (field_id, CAST(value AS BIGINT), call_pk);
