import { flag } from '../../../../store/fragments';

/** SQL: whether an answer of the report `alias` fails the form, whatever its score is. */
export const failsForm = (alias: string): string =>
  flag(`CASE WHEN EXISTS (
      SELECT 1 FROM evaluation_report_sections s WHERE s.report_id = ${alias}.report_id AND s.answer_fail_form = 1)
    THEN 1 ELSE 0 END`);
