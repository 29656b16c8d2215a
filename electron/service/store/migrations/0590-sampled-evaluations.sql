-- The sample that the call of an evaluation was drawn in; NULL for a call that was assigned by itself.
ALTER TABLE evaluation_reports ADD COLUMN sample_id TEXT REFERENCES evaluation_samples ON DELETE SET NULL;
CREATE INDEX evaluation_reports_by_sample ON evaluation_reports (sample_id, call_id) WHERE sample_id IS NOT NULL;
