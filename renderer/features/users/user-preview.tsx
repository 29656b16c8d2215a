import type { User } from '@shared/contract/users';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { LinkCalls, useMayLink } from '../agent-links';
import { BeginView, RoleInWords, useMayViewAs } from '../roles';
import { SeatsOnceSaved } from './seats';
import styles from './user-preview.module.css';
import type { UserValues } from './user-values';
import { useEveryRole } from './users';

type Props = {
  user: User | null;
  values: UserValues;
  /** Changes that are not saved, which a view would not show. */
  isChanged?: boolean;
  /** Why the fields, such as the role, cannot be filled in. */
  unavailable?: string | undefined;
};

/** The abilities of a user, the licences that will be taken, and the state of the key pair. */
export function UserPreview({ user, values, isChanged = false, unavailable }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { user: self } = useSignedIn();
  const mayView = useMayViewAs();
  const mayLink = useMayLink();
  const seesRoles = useHolds('roles:view');
  const role = useEveryRole()?.find(({ role_id }) => role_id === values.role_id);
  const setAt = user?.fieldset_login?.password_set_at;
  return (
    <>
      {role ? (
        <RoleInWords role={role} />
      ) : (
        <p className={styles.quiet}>{unavailable ?? t(seesRoles ? 'users.chooseRole' : 'users.roleUnseen')}</p>
      )}
      {user && mayView && user.user_id !== self.user_id && (
        <div className={styles.view}>
          <BeginView person={user} unavailable={isChanged ? t('users.viewSaved') : undefined} />
        </div>
      )}
      {user && mayLink && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('agentLinks.section')}</h2>
          <LinkCalls user={user} />
        </section>
      )}
      {values.fieldset_licensing && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('users.seatsOnceSaved')}</h2>
          <SeatsOnceSaved user={user} held={values.fieldset_licensing} isActive={values.is_active} />
        </section>
      )}
      {user?.fieldset_login && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('users.column.keyPair')}</h2>
          {setAt ? (
            <p className={styles.ready}>
              <Icon of={CircleCheck} size={14} />
              {t('users.keyPairSince', { day: format.day(setAt) })}
            </p>
          ) : (
            <p className={styles.quiet}>{t('users.noKeyPair')}</p>
          )}
        </section>
      )}
    </>
  );
}
