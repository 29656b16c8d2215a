-- Points are kept in hundredths, because sums of binary fractions are not exact.

-- Forms. `revision` is the current one of evaluation_form_revisions, and `name` is its name.
CREATE TABLE evaluation_forms (
  form_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  is_active INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX evaluation_forms_in_order ON evaluation_forms (name_folded, form_id);
CREATE INDEX evaluation_forms_by_tenant_in_order ON evaluation_forms (tenant_id, name_folded, form_id);

-- Every state that a form has had. Never changed, because reports stay on the revision that they were made on.
CREATE TABLE evaluation_form_revisions (
  form_id TEXT NOT NULL REFERENCES evaluation_forms ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('manual', 'auto')),
  pass_threshold INTEGER,
  PRIMARY KEY (form_id, revision)
) STRICT, WITHOUT ROWID;

-- The sections of each revision, in the order of `section_order` (`order` on the wire) and `place`. A section that is
-- kept by a new revision keeps its id.
CREATE TABLE evaluation_form_sections (
  form_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  form_section_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  section_order INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  weight INTEGER NOT NULL,
  pass_threshold INTEGER,
  PRIMARY KEY (form_id, revision, form_section_id),
  FOREIGN KEY (form_id, revision) REFERENCES evaluation_form_revisions ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX evaluation_form_sections_by_id ON evaluation_form_sections (form_section_id, revision);

-- The questions of each revision, in the order of `place` in their section. `options` is a JSON array as on the wire.
CREATE TABLE evaluation_form_questions (
  form_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  form_question_id TEXT NOT NULL,
  form_section_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('choice', 'numeric', 'yes_no', 'text')),
  weight INTEGER NOT NULL,
  max_hundredths INTEGER NOT NULL,
  allow_na INTEGER NOT NULL,
  options TEXT NOT NULL,
  PRIMARY KEY (form_id, revision, form_question_id),
  FOREIGN KEY (form_id, revision, form_section_id) REFERENCES evaluation_form_sections ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX evaluation_form_questions_by_section
  ON evaluation_form_questions (form_id, revision, form_section_id, place);

-- Evaluation reports: one evaluation of one agent on one call, on one revision of a form. `call_id` and `call_time` (its
-- setup_time) stay when the call is destroyed; `call_pk` is NULL then. `score` is a percentage, NULL without points;
-- `is_passed` is NULL before completion.
CREATE TABLE evaluation_reports (
  report_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  form_id TEXT NOT NULL REFERENCES evaluation_forms,
  form_revision INTEGER NOT NULL,
  call_pk INTEGER REFERENCES calls ON DELETE SET NULL,
  call_id TEXT NOT NULL,
  call_time INTEGER NOT NULL,
  agent_user_id TEXT NOT NULL REFERENCES users,
  evaluator_user_id TEXT NOT NULL REFERENCES users,
  -- NULL: Earshot itself, or a deleted user
  assigner_user_id TEXT REFERENCES users ON DELETE SET NULL,
  title TEXT NOT NULL,
  title_folded TEXT NOT NULL,
  description TEXT NOT NULL,
  comment TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL CHECK (status IN ('assigned', 'in_progress', 'completed', 'cancelled')),
  evaluation_started_at INTEGER,
  evaluation_completed_at INTEGER,
  evaluation_deadline INTEGER,
  agent_can_view INTEGER NOT NULL,
  agent_can_dispute INTEGER NOT NULL,
  agent_review_mandatory INTEGER NOT NULL,
  agent_review_status TEXT CHECK (agent_review_status IN ('pending', 'acknowledged', 'disputed')),
  agent_review_started_at INTEGER,
  agent_review_completed_at INTEGER,
  agent_review_deadline INTEGER,
  agent_comment TEXT NOT NULL DEFAULT '',
  report_hundredths INTEGER NOT NULL DEFAULT 0,
  report_max_hundredths INTEGER NOT NULL DEFAULT 0,
  score INTEGER,
  is_passed INTEGER,
  -- counts the changes of the report
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  FOREIGN KEY (form_id, form_revision) REFERENCES evaluation_form_revisions
) STRICT;
CREATE INDEX evaluation_reports_in_order ON evaluation_reports (created_at, report_id);
CREATE INDEX evaluation_reports_by_tenant_in_order ON evaluation_reports (tenant_id, created_at, report_id);
CREATE INDEX evaluation_reports_by_agent ON evaluation_reports (agent_user_id, created_at, report_id);
CREATE INDEX evaluation_reports_by_evaluator ON evaluation_reports (evaluator_user_id, created_at, report_id);
CREATE INDEX evaluation_reports_by_assigner ON evaluation_reports (assigner_user_id) WHERE assigner_user_id IS NOT NULL;
CREATE INDEX evaluation_reports_by_form ON evaluation_reports (form_id, created_at, report_id);
CREATE INDEX evaluation_reports_by_call ON evaluation_reports (call_pk, created_at, report_id);

-- The result of each section of a report. Points include the weights, so that the sections add up to the report.
CREATE TABLE evaluation_report_sections (
  report_id TEXT NOT NULL REFERENCES evaluation_reports ON DELETE CASCADE,
  form_section_id TEXT NOT NULL,
  section_id TEXT NOT NULL,
  comment TEXT NOT NULL DEFAULT '',
  answer_fail_form INTEGER NOT NULL DEFAULT 0,
  section_na INTEGER NOT NULL DEFAULT 0,
  section_hundredths INTEGER NOT NULL DEFAULT 0,
  section_max_hundredths INTEGER NOT NULL DEFAULT 0,
  score INTEGER,
  is_passed INTEGER,
  PRIMARY KEY (report_id, form_section_id)
) STRICT, WITHOUT ROWID;

-- The answers of a report, one row for each question. `answer` is JSON as on the wire, NULL when unanswered; `position` is
-- a moment of the audio in ms. `hundredths` are the points without weights; NULL when unanswered, N/A or a text.
CREATE TABLE evaluation_report_questions (
  report_id TEXT NOT NULL REFERENCES evaluation_reports ON DELETE CASCADE,
  form_question_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  answer TEXT,
  na INTEGER NOT NULL DEFAULT 0,
  comment TEXT NOT NULL DEFAULT '',
  position INTEGER,
  hundredths INTEGER,
  PRIMARY KEY (report_id, form_question_id)
) STRICT, WITHOUT ROWID;

-- Draws of calls to evaluate. `seed` repeats the draw: it takes the calls with the lowest hashes of seed and call_id.
CREATE TABLE evaluation_samples (
  sample_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  -- the parameters of GET /api/v2/calls.json, with the days of a period
  query TEXT NOT NULL,
  zone TEXT NOT NULL,
  method TEXT NOT NULL CHECK (method IN ('random', 'per_agent')),
  amount INTEGER NOT NULL,
  seed TEXT NOT NULL,
  -- the number of calls that it was drawn from
  drawn_from INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX evaluation_samples_by_user ON evaluation_samples (user_id, created_at, sample_id);

-- The calls of a draw. `agent_user_id` is NULL for a call without a known agent.
CREATE TABLE evaluation_sample_calls (
  sample_id TEXT NOT NULL REFERENCES evaluation_samples ON DELETE CASCADE,
  place INTEGER NOT NULL,
  call_id TEXT NOT NULL,
  agent_user_id TEXT,
  PRIMARY KEY (sample_id, place)
) STRICT, WITHOUT ROWID;
