-- What the evaluator or a team lead answers to a dispute without opening the evaluation again.
ALTER TABLE evaluation_reports ADD COLUMN dispute_reply TEXT NOT NULL DEFAULT '';
ALTER TABLE evaluation_reports ADD COLUMN dispute_replied_at INTEGER;
