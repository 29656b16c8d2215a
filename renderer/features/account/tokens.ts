import { tokenApi } from '@shared/contract/tokens';
import { useQuery } from '@tanstack/react-query';
import { tokenKeys } from '../../api/cache/tokens';
import { every } from '../../api/every';

/** The access tokens of a user, by name. */
export const useTokens = (user_id: string) =>
  useQuery({
    queryKey: tokenKeys.of(user_id),
    queryFn: ({ signal }) => every(tokenApi.list, 'tokens', signal, { params: { user_id } }),
  });
