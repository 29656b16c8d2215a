-- Rounds in which several evaluators score the same calls with one revision of a form. `origin` is JSON as on the wire.
CREATE TABLE calibrations (
  calibration_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'ended')),
  form_id TEXT NOT NULL REFERENCES evaluation_forms,
  form_revision INTEGER NOT NULL,
  leader_user_id TEXT NOT NULL REFERENCES users,
  baseline_user_id TEXT REFERENCES users,
  deadline INTEGER,
  ended_at INTEGER,
  origin TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX calibrations_in_order ON calibrations (created_at, calibration_id);
CREATE INDEX calibrations_by_tenant_in_order ON calibrations (tenant_id, created_at, calibration_id);
CREATE INDEX calibrations_by_form ON calibrations (form_id);

CREATE TABLE calibration_evaluators (
  calibration_id TEXT NOT NULL REFERENCES calibrations ON DELETE CASCADE,
  place INTEGER NOT NULL,
  user_id TEXT NOT NULL REFERENCES users,
  PRIMARY KEY (calibration_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX calibration_evaluators_by_user ON calibration_evaluators (user_id, calibration_id);

-- `call_time` stays when the call is destroyed.
CREATE TABLE calibration_calls (
  calibration_id TEXT NOT NULL REFERENCES calibrations ON DELETE CASCADE,
  place INTEGER NOT NULL,
  call_id TEXT NOT NULL,
  agent_user_id TEXT NOT NULL REFERENCES users,
  call_time INTEGER NOT NULL,
  PRIMARY KEY (calibration_id, place)
) STRICT, WITHOUT ROWID;

-- What the evaluators agree on after the end. `answer` is JSON as on the wire, NULL when nothing is agreed on.
CREATE TABLE calibration_answers (
  calibration_id TEXT NOT NULL REFERENCES calibrations ON DELETE CASCADE,
  call_id TEXT NOT NULL,
  form_question_id TEXT NOT NULL,
  answer TEXT,
  na INTEGER NOT NULL,
  note TEXT NOT NULL,
  as_guidance INTEGER NOT NULL,
  user_id TEXT NOT NULL REFERENCES users,
  at INTEGER NOT NULL,
  PRIMARY KEY (calibration_id, call_id, form_question_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE calibration_comments (
  comment_id TEXT PRIMARY KEY,
  calibration_id TEXT NOT NULL REFERENCES calibrations ON DELETE CASCADE,
  call_id TEXT NOT NULL,
  form_question_id TEXT,
  text TEXT NOT NULL,
  -- NULL: a deleted user
  user_id TEXT REFERENCES users ON DELETE SET NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX calibration_comments_in_order ON calibration_comments (calibration_id, created_at, comment_id);

-- Deleted reports of rounds that were deleted before they ended.
CREATE TABLE withheld_reports (
  report_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- What a report was scored for.
ALTER TABLE evaluation_reports ADD COLUMN purpose TEXT NOT NULL DEFAULT 'quality';
ALTER TABLE evaluation_reports ADD COLUMN calibration_id TEXT;
CREATE INDEX evaluation_reports_by_calibration ON evaluation_reports (calibration_id) WHERE calibration_id IS NOT NULL;

UPDATE roles SET permissions = json_set(permissions, '$.evaluation_reports', json((
  SELECT json_group_array(held.value) FROM (
    SELECT value FROM json_each(permissions, '$.evaluation_reports') UNION SELECT 'calibrate') AS held)))
WHERE access_level = 'root';
