import { type EvaluationForm, evaluationFormApi } from '@shared/contract/evaluation-forms';
import { evaluationReportApi } from '@shared/contract/evaluation-reports';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { formKeys } from '../../api/cache/evaluation-forms';
import { recordQuery } from '../../api/record';
import { useHolds } from '../../core/session';
import { useSearchedList } from '../../list/use-collection';

export type ListedForm = Omit<EvaluationForm, 'sections'>;

/** The forms whose names contain a text, by name. */
export const useForms = (search: string) =>
  useSearchedList(evaluationFormApi.list, 'evaluation_forms', formKeys.list, search);

/** One form in its current revision, and the version that was read. */
export const oneForm = recordQuery(evaluationFormApi.read, 'evaluation_form', formKeys.one);

export const questionCount = ({ sections }: Pick<EvaluationForm, 'sections'>): number =>
  sections.reduce((count, { questions }) => count + questions.length, 0);

/** Whether an evaluation that the user sees was made with a form; undefined while it is loading, or if the role sees none. */
export function useIsUsed(form_id: string): boolean | undefined {
  const maySee = useHolds('evaluation_reports:view');
  return useQuery({
    queryKey: formKeys.used(form_id),
    enabled: maySee,
    queryFn: async ({ signal }) => {
      const query = { evaluation_form_id: form_id, limit: 1 };
      return (await api(evaluationReportApi.list, { query, signal })).reports.length > 0;
    },
  }).data;
}
