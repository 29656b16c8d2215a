import { readCallKeys } from '@shared/contract/encrypt-keys';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { encryptKeyKeys } from '../../api/cache/encrypt-keys';

/** The keys of a call's audio, by name; none for a call without audio. */
export const useCallKeys = (call_id: string | null) =>
  useQuery({
    queryKey: encryptKeyKeys.ofCall(call_id),
    enabled: call_id !== null,
    queryFn: async ({ signal }) =>
      (await api(readCallKeys, { params: { call_id: call_id ?? '' }, signal, view: 'keys of a call' })).keys,
  });
