import { type User, userApi } from '@shared/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../api/api';
import { userKeys } from '../../api/cache/users';
import { Avatar } from '../../ui/avatar';
import { PersonCount } from './counts';
import type { Entry } from './entry';

/** The first people that a text finds by name, login or e-mail address. */
export const useFoundPeople = (search_term: string, limit: number) =>
  useQuery({
    queryKey: userKeys.found(search_term, limit),
    enabled: search_term !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api(userApi.list, { query: { search_term, limit }, signal })).users,
  });

/** People as entries that open their pages. */
export function usePersonEntries(): (users: readonly User[]) => Entry[] {
  const navigate = useNavigate();
  return (users) =>
    users.map(({ user_id, name, email, fieldset_login }) => ({
      id: user_id,
      text: name,
      detail: [fieldset_login?.login, email].filter(Boolean).join(', '),
      icon: <Avatar name={name} size={22} />,
      count: <PersonCount user_id={user_id} />,
      run: () => void navigate(`/admin/users/${user_id}`),
    }));
}
