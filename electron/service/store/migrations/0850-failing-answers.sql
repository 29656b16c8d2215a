-- Whether the answer to a question fails the form, so that people who do not see forms learn which one did.
ALTER TABLE evaluation_report_questions ADD COLUMN answer_fail_form INTEGER NOT NULL DEFAULT 0;
UPDATE evaluation_report_questions SET answer_fail_form = 1
WHERE na = 0 AND answer IS NOT NULL AND EXISTS (
  SELECT 1 FROM evaluation_reports e
  JOIN evaluation_form_questions q ON q.form_id = e.form_id AND q.revision = e.form_revision
  JOIN json_each(q.options) o
  WHERE e.report_id = evaluation_report_questions.report_id
    AND q.form_question_id = evaluation_report_questions.form_question_id
    AND json_extract(o.value, '$.fails_form') = 1
    AND json_extract(o.value, '$.label') = json_extract(evaluation_report_questions.answer, '$'));
