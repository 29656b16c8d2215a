-- A name in the details of calls goes with them. So a sample has one call of each agent that it left out, not the name.
ALTER TABLE evaluation_samples DROP COLUMN unlinked_agents;
CREATE TABLE evaluation_sample_unlinked (
  sample_id TEXT NOT NULL REFERENCES evaluation_samples ON DELETE CASCADE,
  place INTEGER NOT NULL,
  call_id TEXT NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (sample_id, place)
) STRICT, WITHOUT ROWID;
