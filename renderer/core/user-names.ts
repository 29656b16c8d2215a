import { useNames } from './record-choices';
import { useHolds, useSignedIn } from './session';

/** The names of users by id, as far as the user may see them; always one's own. */
export function useUserNames(ids: readonly string[]): (user_id: string) => string | undefined {
  const { user } = useSignedIn();
  const maySee = useHolds('users:view');
  const others = ids.filter((id) => id !== user.user_id);
  const names = useNames(maySee ? others.map((id) => ({ kind: 'user_id', id })) : []);
  return (user_id) => (user_id === user.user_id ? user.name : names.get(user_id));
}
