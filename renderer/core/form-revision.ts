import { evaluationFormApi } from '@shared/contract/evaluation-forms';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api';
import { revisionKeys } from '../api/cache/evaluation-forms';
import { useHolds } from './session';

/** An evaluation form in one of its revisions, which never changes; undefined for a role that does not see forms. */
export const useFormRevision = (form_id: string, revision: number) =>
  useQuery({
    queryKey: revisionKeys.of(form_id, revision),
    enabled: useHolds('evaluation_forms:view'),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api(evaluationFormApi.read, { params: { form_id }, query: { revision }, signal })).evaluation_form,
  });
