import type { typeOfQuestion } from '@shared/call-filters/table';
import type { FormQuestion } from '@shared/contract/evaluation-forms';
import { inTenants, type Scope } from '../../../../access/scope';
import type { Connection } from '../../../../store/connection';

/** A question whose answers calls are searched by, with the labels of its options in every revision of its form. */
export type SearchedQuestion = {
  form_question_id: string;
  form_id: string;
  type: keyof typeof typeOfQuestion;
  labels: string[];
};

type Row = Pick<SearchedQuestion, 'form_id' | 'type'> & { options: string };

/** A question of a form in reach, of the type that it has now; undefined for people who do not see evaluations. */
export function searchedQuestion(
  db: Connection,
  { form_question_id, scope }: { form_question_id: string; scope: Scope },
): SearchedQuestion | undefined {
  if (!scope.evaluations) return undefined;
  const rows = db
    .prepare<Scope['params'] & { form_question_id: string }, Row>(`
      SELECT q.form_id, q.type, q.options FROM evaluation_form_questions q JOIN evaluation_forms f USING (form_id)
      WHERE q.form_question_id = @form_question_id AND ${inTenants(scope, 'f')} ORDER BY q.revision DESC`)
    .all({ ...scope.params, form_question_id });
  const [newest] = rows;
  if (!newest) return undefined;
  const options = rows.flatMap((row) => JSON.parse(row.options) as FormQuestion['options']);
  const labels = newest.type === 'yes_no' ? ['yes', 'no'] : options.map(({ label }) => label);
  return { form_question_id, form_id: newest.form_id, type: newest.type, labels: [...new Set(labels)] };
}
