import { type EvaluationForm, evaluationFormApi } from '@shared/contract/evaluation-forms';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, versioned } from '../../api/api';
import { formKeys } from '../../api/cache/evaluation-forms';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';

export type ListedForm = Omit<EvaluationForm, 'sections'>;

/** The forms whose names contain a text, by name. */
export const useForms = (search: string) =>
  useList<ListedForm>({
    keyOf: useCallback((page: number) => formKeys.list(search, page), [search]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<ListedForm>> => {
        const query = { ...(search && { search_term: search }), start, limit, max_total_calc: countLimit };
        const { evaluation_forms, ...rest } = await api(evaluationFormApi.list, { page, query, signal });
        return { ...rest, records: evaluation_forms };
      },
      [search],
    ),
  });

/** One form in its current revision, and the version that was read. */
const oneOptions = (form_id: string) => ({
  queryKey: formKeys.one(form_id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { answer, version } = await versioned(evaluationFormApi.read, { params: { form_id }, query: {}, signal });
    return { form: answer.evaluation_form, version };
  },
});
export const useForm = (form_id: string) => useQuery(oneOptions(form_id));
export const readAgain = (client: QueryClient, form_id: string) =>
  client.fetchQuery({ ...oneOptions(form_id), staleTime: 0 });

export const questionCount = ({ sections }: Pick<EvaluationForm, 'sections'>): number =>
  sections.reduce((count, { questions }) => count + questions.length, 0);
