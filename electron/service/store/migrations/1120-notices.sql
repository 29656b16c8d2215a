-- What people are told of. Of several things at once, `report_id` is NULL.
CREATE TABLE notices (
  notice_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  is_read INTEGER NOT NULL DEFAULT 0,
  report_id TEXT,
  calibration_id TEXT,
  plan_id TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notices_by_user_in_order ON notices (user_id, created_at, notice_id);
CREATE INDEX notices_by_age ON notices (created_at);
CREATE INDEX notices_by_report ON notices (report_id) WHERE report_id IS NOT NULL;
CREATE INDEX notices_by_calibration ON notices (calibration_id) WHERE calibration_id IS NOT NULL;
CREATE INDEX notices_by_plan ON notices (plan_id) WHERE plan_id IS NOT NULL;

-- Whether the evaluator was told that the deadline is near.
ALTER TABLE evaluation_reports ADD COLUMN is_due_told INTEGER NOT NULL DEFAULT 0;
CREATE INDEX evaluation_reports_due ON evaluation_reports (evaluation_deadline)
  WHERE is_due_told = 0 AND status IN ('assigned', 'in_progress');
