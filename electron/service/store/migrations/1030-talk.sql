-- Who talked when, of calls that were measured. Shares are percent in hundredths; what needs the speakers apart is NULL of
-- calls in which they share a channel.
CREATE TABLE call_talk (
  call_pk INTEGER PRIMARY KEY REFERENCES calls ON DELETE CASCADE,
  version INTEGER NOT NULL,
  channels INTEGER NOT NULL,
  total_ms INTEGER NOT NULL,
  talk_ms_agent INTEGER,
  talk_ms_customer INTEGER,
  silence_ms INTEGER NOT NULL,
  overlap_ms INTEGER,
  talk_share_agent INTEGER,
  talk_share_customer INTEGER,
  silence_share INTEGER NOT NULL,
  overlap_share INTEGER,
  longest_silence_ms INTEGER NOT NULL,
  longest_monologue_ms INTEGER,
  longest_monologue_side TEXT CHECK (longest_monologue_side IN ('agent', 'customer')),
  interruptions INTEGER,
  interruptions_agent INTEGER,
  interruptions_customer INTEGER
) STRICT;
CREATE INDEX call_talk_by_version ON call_talk (version);
-- Calls with audio that are not measured yet. `waiting`: no key opens their audio without a person; `failed`: it is
-- missing or damaged.
CREATE TABLE talk_pending (
  call_pk INTEGER PRIMARY KEY REFERENCES calls ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'waiting', 'failed'))
) STRICT;
CREATE INDEX talk_pending_by_state ON talk_pending (state, call_pk);
INSERT INTO talk_pending (call_pk) SELECT DISTINCT call_pk FROM call_files;
