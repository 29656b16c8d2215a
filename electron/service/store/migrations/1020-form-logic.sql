-- Several choices (`multi`), conditions and required comments of questions. `show_if` is JSON as on the wire, and so are
-- `options`, which get their two new properties. A table is made anew to change what its `type` may be.
CREATE TABLE evaluation_form_questions_1020 (
  form_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  form_question_id TEXT NOT NULL,
  form_section_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('choice', 'numeric', 'yes_no', 'text', 'multi')),
  weight INTEGER NOT NULL,
  max_hundredths INTEGER NOT NULL,
  allow_na INTEGER NOT NULL,
  options TEXT NOT NULL,
  "key" TEXT,
  show_if TEXT,
  is_scored INTEGER NOT NULL DEFAULT 1,
  moment_required INTEGER NOT NULL DEFAULT 0,
  comment_below_hundredths INTEGER,
  PRIMARY KEY (form_id, revision, form_question_id),
  FOREIGN KEY (form_id, revision, form_section_id) REFERENCES evaluation_form_sections ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO evaluation_form_questions_1020 (form_id, revision, form_question_id, form_section_id, place, title, description,
  type, weight, max_hundredths, allow_na, options)
SELECT form_id, revision, form_question_id, form_section_id, place, title, description, type, weight, max_hundredths,
  allow_na, (
    SELECT json_group_array(json_set(o.value, '$.fails_section', json('false'), '$.comment_required', json('false'))
      ORDER BY o.key)
    FROM json_each(options) AS o)
FROM evaluation_form_questions;
DROP TABLE evaluation_form_questions;
ALTER TABLE evaluation_form_questions_1020 RENAME TO evaluation_form_questions;
CREATE INDEX evaluation_form_questions_by_section
  ON evaluation_form_questions (form_id, revision, form_section_id, place);
CREATE INDEX evaluation_form_questions_by_id ON evaluation_form_questions (form_question_id, revision);

-- A hidden question is N/A as well.
ALTER TABLE evaluation_report_questions ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
ALTER TABLE evaluation_report_sections ADD COLUMN answer_fail_section INTEGER NOT NULL DEFAULT 0;
