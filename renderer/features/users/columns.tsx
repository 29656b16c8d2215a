import type { User } from '@shared/contract/users';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import type { HeadProps } from '../../list/list-head';
import type { Column, Look } from '../../list/look';
import { Avatar } from '../../ui/avatar';
import { Icon } from '../../ui/icon';
import { useEveryGroup } from '../groups';
import styles from './columns.module.css';
import { LicenceMarks } from './licence-marks';
import { useEveryRole } from './users';

const cells = {
  name: { id: 'name', cell: (record) => <NameCell {...record} /> },
  login: { id: 'login', cell: (record) => record.fieldset_login?.login },
  role: { id: 'role', cell: (record) => <RoleCell {...record} /> },
  group: { id: 'group', cell: (record) => <GroupCell {...record} /> },
  licences: { id: 'licences', cell: (record) => <LicenceMarks {...record} /> },
  lastSignIn: { id: 'lastSignIn', cell: (record) => <LastSignInCell {...record} /> },
  keyPair: { id: 'keyPair', cell: (record) => <KeyPairCell {...record} /> },
} satisfies Record<string, Column<User>>;
type ColumnId = keyof typeof cells;

const lookWith = (ids: readonly ColumnId[]): Look<User> => ({
  columns: ids.map((id) => cells[id]),
  row: styles.row ?? '',
  idOf: ({ user_id }) => user_id,
  texts: new Set(['name', 'login', 'role', 'group']),
});
const looks = new Map<string, Look<User>>();

/** The columns that the role may see, and their heads. */
export function useColumns(): { look: Look<User>; columns: HeadProps['columns'] } {
  const { t } = useTranslation();
  const seen: Record<ColumnId, boolean> = {
    name: true,
    login: useHolds('users:login_settings'),
    role: useHolds('roles:view'),
    group: useHolds('groups:view'),
    licences: useHolds('users:licensing'),
    lastSignIn: useHolds('users:login_settings'),
    keyPair: useHolds('users:login_settings'),
  };
  const ids = (Object.keys(cells) as ColumnId[]).filter((id) => seen[id]);
  // The same object for the same columns, so that rows are not rendered again.
  const look = looks.get(ids.join()) ?? lookWith(ids);
  looks.set(ids.join(), look);
  return { look, columns: ids.map((id) => ({ id, name: t(`users.column.${id}`) })) };
}

function NameCell({ name, is_active }: User) {
  const { t } = useTranslation();
  return (
    <span className={styles.person}>
      <Avatar name={name} size={22} />
      <span className={styles.name} data-off={!is_active || undefined}>
        {name}
      </span>
      {!is_active && <span className={styles.quiet}>{t('users.notActive')}</span>}
    </span>
  );
}

const RoleCell = ({ role_id }: User) => useEveryRole()?.find((role) => role.role_id === role_id)?.name;
const GroupCell = ({ group_id }: User) => useEveryGroup()?.find((group) => group.group_id === group_id)?.name;

function LastSignInCell({ user_id, fieldset_login }: User) {
  const { t } = useTranslation();
  const format = useFormat();
  const { user } = useSignedIn();
  if (user_id === user.user_id) return <span className={styles.self}>{t('users.signedInHere')}</span>;
  const at = fieldset_login?.last_sign_in_at;
  return at ? format.started(at) : t('users.neverSignedIn');
}

function KeyPairCell({ fieldset_login }: User) {
  const { t } = useTranslation();
  if (!fieldset_login?.password_set_at) return <span className={styles.quiet}>{t('users.noPassword')}</span>;
  return (
    <span className={styles.ready}>
      <Icon of={CircleCheck} size={14} />
      {t('users.keyPairReady')}
    </span>
  );
}
