import { type User, userApi } from '@shared/contract/users';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByUser } from '../../api/cache/users';
import { useHolds, useSignedIn } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';
import { useCallsOf } from './users';

type Props = {
  user: User /** The page to go to afterwards. */;
  list: string /** Why the user cannot be changed. */;
  wider: string | undefined;
};

/** Deletes a user who is on no call, after asking. */
export function DeleteUser({ user: { user_id, name }, list, wider }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDelete = useHolds('users:delete');
  const own = useSignedIn().user.user_id === user_id;
  const calls = useCallsOf(user_id);
  const onCalls = calls ? t('users.onCalls', { count: calls, shown: format.figure(calls) }) : undefined;
  return (
    <DeleteRecord
      words={useDeleteWords('users', name)}
      unavailable={!mayDelete ? t('users.mayNotDelete') : own ? t('users.deleteSelf') : (wider ?? onCalls)}
      id={user_id}
      remove={() => api(userApi.delete, { params: { user_id } })}
      list={list}
      changed={changedByUser}
    >
      <p>{t('users.deleteText')}</p>
    </DeleteRecord>
  );
}
