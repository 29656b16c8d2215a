-- Who is on which channel of a stereo file; null: the agent is left.
ALTER TABLE call_files ADD COLUMN agent_channel TEXT CHECK (agent_channel IN ('left', 'right'));
