import { userApi } from '@shared/contract/users';
import { useQuery } from '@tanstack/react-query';
import { userKeys } from '../api/cache/users';
import { every } from '../api/every';
import { useHolds } from './session';

/** Every user, to choose from; undefined while loading, or for a role that does not see users. */
export const useEveryUser = () =>
  useQuery({
    queryKey: userKeys.every,
    enabled: useHolds('users:view'),
    queryFn: ({ signal }) => every(userApi.list, 'users', signal),
  }).data;
