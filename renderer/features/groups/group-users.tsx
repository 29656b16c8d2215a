import type { Group } from '@shared/contract/groups';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { Avatar } from '../../ui/avatar';
import styles from './group-users.module.css';
import { useUsersOf } from './groups';

/** The users in a group, each a link to their page. */
export function GroupUsers({ group: { group_id, user_count } }: { group: Group }) {
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
