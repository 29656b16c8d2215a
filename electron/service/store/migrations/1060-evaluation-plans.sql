-- Draws of calls by period. `query` are parameters of GET /api/v2/calls.json; `risk`, `more` and `absences` are JSON as on
-- the wire. `next_draw_at` is when the next period is due, or a failed draw is tried again; NULL when nothing is to come.
-- `last_error_reason` is JSON.
CREATE TABLE evaluation_plans (
  plan_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  user_id TEXT NOT NULL REFERENCES users,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  form_id TEXT NOT NULL REFERENCES evaluation_forms,
  query TEXT NOT NULL,
  period TEXT NOT NULL CHECK (period IN ('day', 'week', 'month')),
  timezone TEXT NOT NULL,
  starts_on TEXT NOT NULL,
  ends_on TEXT,
  delay_hours INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  amount_by_risk INTEGER NOT NULL,
  risk TEXT,
  more TEXT,
  absences TEXT NOT NULL,
  due_days INTEGER NOT NULL,
  seed TEXT NOT NULL,
  is_active INTEGER NOT NULL,
  agent_can_view INTEGER NOT NULL,
  agent_can_dispute INTEGER NOT NULL,
  agent_review_mandatory INTEGER NOT NULL,
  next_draw_at INTEGER,
  last_error TEXT,
  last_error_reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX evaluation_plans_in_order ON evaluation_plans (created_at, plan_id);
CREATE INDEX evaluation_plans_by_tenant_in_order ON evaluation_plans (tenant_id, created_at, plan_id);
CREATE INDEX evaluation_plans_by_next_draw ON evaluation_plans (next_draw_at) WHERE next_draw_at IS NOT NULL;
CREATE INDEX evaluation_plans_by_form ON evaluation_plans (form_id);

CREATE TABLE evaluation_plan_evaluators (
  plan_id TEXT NOT NULL REFERENCES evaluation_plans ON DELETE CASCADE,
  place INTEGER NOT NULL,
  user_id TEXT NOT NULL REFERENCES users,
  PRIMARY KEY (plan_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX evaluation_plan_evaluators_by_user ON evaluation_plan_evaluators (user_id, plan_id);

-- The periods that were drawn. They stay when the sample is deleted, so that no period is drawn twice.
CREATE TABLE evaluation_plan_draws (
  plan_id TEXT NOT NULL REFERENCES evaluation_plans ON DELETE CASCADE,
  period TEXT NOT NULL,
  PRIMARY KEY (plan_id, period)
) STRICT, WITHOUT ROWID;

-- Samples that a plan drew. `terms` is the plan as it was, JSON as on the wire.
ALTER TABLE evaluation_samples ADD COLUMN plan_id TEXT REFERENCES evaluation_plans ON DELETE SET NULL;
ALTER TABLE evaluation_samples ADD COLUMN period TEXT;
ALTER TABLE evaluation_samples ADD COLUMN terms TEXT;
CREATE INDEX evaluation_samples_by_plan ON evaluation_samples (plan_id, created_at, sample_id) WHERE plan_id IS NOT NULL;

-- What a plan drew from: the number of calls of each stratum of an agent, and of drawn ones. `pool` is a JSON array of their
-- ids in the order of their hashes; the first ones were drawn.
CREATE TABLE evaluation_sample_strata (
  sample_id TEXT NOT NULL REFERENCES evaluation_samples ON DELETE CASCADE,
  agent_user_id TEXT NOT NULL,
  stratum TEXT NOT NULL CHECK (stratum IN ('all', 'risk', 'rest')),
  calls INTEGER NOT NULL,
  drawn INTEGER NOT NULL,
  pool TEXT NOT NULL,
  PRIMARY KEY (sample_id, agent_user_id, stratum)
) STRICT, WITHOUT ROWID;

-- Of calls that a plan drew: `risk` is a JSON array of names, `replaces` the call in whose place one was drawn.
ALTER TABLE evaluation_sample_calls ADD COLUMN stratum TEXT;
ALTER TABLE evaluation_sample_calls ADD COLUMN risk TEXT;
ALTER TABLE evaluation_sample_calls ADD COLUMN report_id TEXT;
ALTER TABLE evaluation_sample_calls ADD COLUMN replaces TEXT;
ALTER TABLE evaluation_sample_calls ADD COLUMN reason TEXT;
CREATE INDEX evaluation_sample_calls_by_report ON evaluation_sample_calls (report_id) WHERE report_id IS NOT NULL;

UPDATE roles SET permissions = json_set(permissions, '$.evaluation_reports', json((
  SELECT json_group_array(held.value) FROM (
    SELECT value FROM json_each(permissions, '$.evaluation_reports') UNION SELECT 'plan') AS held)))
WHERE access_level = 'root';
