-- Definitions of reports, and their runs, each with a copy of the definition. Settings that are lists are JSON.
CREATE TABLE reports (
  report_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  description TEXT,
  timezone TEXT NOT NULL,
  -- As they were sent.
  period_begin TEXT,
  period_end TEXT,
  filters TEXT NOT NULL,
  summary_settings TEXT NOT NULL,
  chart_settings TEXT NOT NULL,
  column_settings TEXT NOT NULL,
  sort_settings TEXT NOT NULL,
  email_report INTEGER NOT NULL,
  email_report_settings TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX reports_in_order ON reports (name_folded, report_id);
CREATE INDEX reports_by_tenant_in_order ON reports (tenant_id, name_folded, report_id);

CREATE TABLE report_runs (
  -- The order in which they were started.
  seq INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL UNIQUE,
  report_id TEXT NOT NULL REFERENCES reports ON DELETE CASCADE,
  run_tenant_id TEXT NOT NULL,
  run_user_id TEXT NOT NULL REFERENCES users,
  name TEXT NOT NULL,
  description TEXT,
  timezone TEXT NOT NULL,
  period_begin TEXT,
  period_end TEXT,
  filters TEXT NOT NULL,
  summary_settings TEXT NOT NULL,
  chart_settings TEXT NOT NULL,
  column_settings TEXT NOT NULL,
  sort_settings TEXT NOT NULL,
  email_report INTEGER NOT NULL,
  email_report_settings TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  job_status TEXT NOT NULL CHECK (job_status IN ('PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'REVOKED')),
  version INTEGER NOT NULL,
  progress INTEGER NOT NULL,
  explanation TEXT,
  -- Of a run that has succeeded: summary and chart as JSON.
  summary TEXT,
  chart TEXT,
  total_rows INTEGER,
  truncated INTEGER
) STRICT;
CREATE INDEX report_runs_by_report ON report_runs (report_id, seq);
CREATE INDEX report_runs_by_user ON report_runs (run_user_id);
CREATE INDEX report_runs_unfinished ON report_runs (job_status) WHERE completed_at IS NULL;

-- The rows of the table of a run, in order: pages of 1,000, each a JSON array.
CREATE TABLE report_run_rows (
  run_id TEXT NOT NULL REFERENCES report_runs (run_id) ON DELETE CASCADE,
  page INTEGER NOT NULL,
  rows TEXT NOT NULL,
  PRIMARY KEY (run_id, page)
) STRICT;

-- Lists pick their calls in these indexes, and reports count in them without reading the calls.
DROP INDEX calls_by_tenant;
CREATE INDEX calls_by_tenant ON calls (tenant_id, call_pk, confidential, protocol_call_direction, duration)
  WHERE removed_at IS NULL;
DROP INDEX calls_listed;
CREATE INDEX calls_listed ON calls (call_pk, confidential, protocol_call_direction, duration, tenant_id)
  WHERE removed_at IS NULL;
