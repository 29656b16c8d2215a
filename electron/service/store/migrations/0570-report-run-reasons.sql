-- Why a run has failed, as JSON to be said in any language. Null for runs from before, which have only their sentence.
ALTER TABLE report_runs ADD COLUMN reason TEXT;
