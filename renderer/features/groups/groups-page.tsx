import { type Group, groupApi } from '@shared/contract/groups';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { changedByGroup } from '../../api/cache/groups';
import { useHolds } from '../../core/session';
import { OneOf } from '../../form/choices';
import { TextLine } from '../../form/fields';
import { DeleteOf, recordPages } from '../../form/record-pages';
import type { FormOf } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import { zoneChoices } from '../../i18n/zones';
import { Avatar } from '../../ui/avatar';
import { useUsersOf } from './groups';
import styles from './groups-page.module.css';

type GroupValues = { name: string; timezone: string };

const of = { part: 'groups', path: '/admin/groups', changed: changedByGroup } as const;

/** Administration, Groups: the list, and each group as a page. */
export const GroupsPage = recordPages({
  ...of,
  kind: 'group',
  api: groupApi,
  list: [
    { id: 'name', name: 'groups.name', width: 'minmax(160px, 2fr)', cell: ({ name }) => name },
    { id: 'timezone', name: 'groups.timezone', width: 'minmax(120px, 1fr)', cell: (group) => <Zone {...group} /> },
    { id: 'users', name: 'groups.users', width: '140px', figures: 'end', cell: (group) => <UserCount {...group} /> },
  ],
  blank: { name: '', timezone: '' } as GroupValues,
  valuesOf: ({ name, timezone }: Group) => ({ name, timezone }),
  labels: { name: 'groups.name', timezone: 'groups.timezone' },
  Fields: GroupFields,
  preview: ({ record }) => (record ? <UsersIn group={record} /> : <NobodyYet />),
  previewTitle: 'groups.inIt',
  Actions: DeleteGroup,
});

function Zone({ timezone }: Group) {
  const { t } = useTranslation();
  return timezone === '' ? t('groups.zoneOfTenant') : timezone.replaceAll('_', ' ');
}

const UserCount = ({ user_count }: Group) => useFormat().figure(user_count);

function GroupFields({ form, readOnly }: { form: FormOf<GroupValues>; readOnly: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <TextLine form={form} name="name" label={t('groups.name')} readOnly={readOnly} />
      <OneOf
        form={form}
        name="timezone"
        label={t('groups.timezone')}
        hint={t('groups.timezoneHint')}
        readOnly={readOnly}
        choices={zoneChoices(t('groups.zoneOfTenant'))}
      />
    </>
  );
}

function NobodyYet() {
  const { t } = useTranslation();
  return <p>{t('groups.newNobody')}</p>;
}

/** The users in a group, each a link to their page. */
function UsersIn({ group: { group_id, user_count } }: { group: Group }) {
  const { t } = useTranslation();
  const format = useFormat();
  const maySee = useHolds('users:view');
  const users = useUsersOf(group_id);
  if (!maySee) return <p className={styles.quiet}>{t('groups.notSeen')}</p>;
  if (!users) return null;
  if (users.length === 0) return <p className={styles.quiet}>{t('groups.nobody')}</p>;
  const more = user_count - users.length;
  return (
    <>
      <ul className={styles.users}>
        {users.map(({ user_id, name }) => (
          <li key={user_id}>
            <Link to={`/admin/users/${user_id}`} className={styles.user ?? ''}>
              <Avatar name={name} size={22} />
              <span className={styles.name}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.quiet}>{t('groups.moreUsers', { count: more, shown: format.figure(more) })}</p>}
    </>
  );
}

/** Deletes a group that is nobody's main group, after showing how many users are in it. */
function DeleteGroup({ record: { group_id, name, user_count } }: { record: Group }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [first, ...others] = (useUsersOf(group_id) ?? []).filter((user) => user.group_id === group_id);
  const inUse = first && t('groups.isMain', { count: 1 + others.length, name: first.name });
  return (
    <DeleteOf {...of} operation={groupApi.delete} id={group_id} name={name} inUse={inUse}>
      <p>{t('groups.deleteText', { count: user_count, shown: format.figure(user_count) })}</p>
    </DeleteOf>
  );
}
