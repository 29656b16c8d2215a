import { type Role, roleApi } from '@shared/contract/roles';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByRole } from '../../api/cache/roles';
import { useMay } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';

type Props = {
  role: Role /** The page to go to afterwards. */;
  list: string /** Why the role cannot be changed. */;
  wider: string | undefined;
};

/** Deletes a role that nobody has, after asking. */
export function DeleteRole({ role: { role_id, name, user_count }, list, wider }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDelete = useMay(roleApi.delete);
  const inUse = user_count > 0 ? t('roles.inUse', { count: user_count, shown: format.figure(user_count) }) : wider;
  return (
    <DeleteRecord
      words={useDeleteWords('roles', name)}
      unavailable={mayDelete ? inUse : t('roles.mayNotDelete')}
      id={role_id}
      remove={() => api(roleApi.delete, { params: { role_id } })}
      list={list}
      changed={changedByRole}
    >
      <p>{t('roles.deleteText')}</p>
    </DeleteRecord>
  );
}
