-- What a sample was drawn from. Earlier samples have NULL, and no pool.
ALTER TABLE evaluation_samples ADD COLUMN name TEXT;
ALTER TABLE evaluation_samples ADD COLUMN left_out INTEGER;
ALTER TABLE evaluation_samples ADD COLUMN pool_from INTEGER;
ALTER TABLE evaluation_samples ADD COLUMN pool_to INTEGER;

-- The part of the time from pool_from to pool_to in which the call began.
ALTER TABLE evaluation_sample_calls ADD COLUMN part INTEGER;

-- The calls that could have been drawn of each agent with drawn calls.
CREATE TABLE evaluation_sample_pools (
  sample_id TEXT NOT NULL REFERENCES evaluation_samples ON DELETE CASCADE,
  place INTEGER NOT NULL,
  agent_user_id TEXT,
  calls INTEGER NOT NULL,
  -- JSON: the number of calls in each part of the time from pool_from to pool_to
  parts TEXT NOT NULL,
  PRIMARY KEY (sample_id, place)
) STRICT, WITHOUT ROWID;
