import { type CustomField, customFieldApi } from '@shared/contract/custom-fields';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api';
import { fieldKeys } from '../api/cache/custom-fields';
import { useHolds } from './session';

const none: readonly CustomField[] = [];

/** The enabled fields of calls, in their order; none for a role that does not see them. */
export function useCustomFields(): readonly CustomField[] {
  const { data } = useQuery({
    queryKey: fieldKeys.every,
    enabled: useHolds('custom_fields:view'),
    queryFn: async ({ signal }) => {
      const { custom_fields } = await api(customFieldApi.list, { query: { limit: 1000 }, signal });
      return custom_fields.filter(({ enable }) => enable);
    },
  });
  return data ?? none;
}
