-- What the user of a run could see when it was made. Null for earlier runs.
ALTER TABLE report_runs ADD COLUMN seen TEXT;
