-- A period of a report that moves with the calendar (shared/periods.ts), in place of its first and last moment.
ALTER TABLE reports ADD COLUMN period TEXT;
ALTER TABLE report_runs ADD COLUMN period TEXT;
