-- Whether averages and rates of a report have an interval.
ALTER TABLE reports ADD COLUMN intervals INTEGER NOT NULL DEFAULT 0;
ALTER TABLE report_runs ADD COLUMN intervals INTEGER NOT NULL DEFAULT 0;
