-- The calls that a draw by agent left out because their agent is no user. Earlier samples have NULL.
ALTER TABLE evaluation_samples ADD COLUMN unlinked INTEGER;
-- JSON: the names of these agents in the details of the calls, with the number of calls
ALTER TABLE evaluation_samples ADD COLUMN unlinked_agents TEXT;
