import type { User } from '@shared/contract/users';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useNavigate } from 'react-router';
import { useHolds, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { AddButton } from '../../list/add-button';
import type { HeadProps } from '../../list/list-head';
import { ListPage } from '../../list/list-page';
import type { Column, Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useEveryGroup } from '../groups';
import { BulkActions } from './bulk-actions';
import { ExportUsers } from './export-users';
import { LicenceMarks } from './licence-marks';
import { useWhyNotAdd } from './rights';
import { UserFilters, useUserFilters } from './user-filters';
import { NewUserPage, UserPage } from './user-page';
import { useEveryRole, useUsers } from './users';
import styles from './users-page.module.css';

/** Administration, Users: the list, and each user as a page. */
export const UsersPage = () => (
  <Routes>
    <Route index element={<UserList />} />
    <Route path="new" element={<NewUserPage />} />
    <Route path=":user_id" element={<UserPage />} />
  </Routes>
);

/** The users, with filters, a search, and changes to several at once. */
function UserList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const { segment, licence, role_id, group_id, clear } = useUserFilters();
  const filters = { search, segment, licence, role_id, group_id };
  const words = useSearchedWords('users', search);
  const isNarrowed = role_id !== null || group_id !== null;
  const empty = isNarrowed ? 'users.emptyFilter' : licence === null ? 'users.empty' : 'users.emptyLicence';
  const whyNotAdd = useWhyNotAdd();
  return (
    <ListPage
      title={t('users.title')}
      {...useColumns()}
      list={useUsers(filters)}
      search={{ text: search, label: t('users.search'), onChange: setSearch }}
      filters={<UserFilters />}
      shows={`${segment} ${licence} ${role_id} ${group_id}`}
      words={{
        ...words,
        ...(isNarrowed && { noMatch: t('users.noMatchFiltered', { search }) }),
        empty: t(empty),
        emptyText: t(`${empty}Text`),
      }}
      emptyAction={isNarrowed && <Button onPress={clear}>{t('users.clear')}</Button>}
      choose={{ nameOf: ({ name }) => name, actions: (choice) => <BulkActions choice={choice} /> }}
      add={
        <>
          <ExportUsers {...filters} />
          <AddButton unavailable={whyNotAdd}>{t('users.add')}</AddButton>
        </>
      }
      onOpen={({ user_id }) => void navigate(user_id)}
    />
  );
}

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
function useColumns(): { look: Look<User>; columns: HeadProps['columns'] } {
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
