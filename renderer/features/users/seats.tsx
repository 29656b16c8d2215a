import type { User } from '@shared/contract/users';
import type { LicenceName } from '@shared/licences';
import { Trans, useTranslation } from 'react-i18next';
import styles from './seats.module.css';
import { useLicences } from './users';

type Seats = { licence: LicenceName; most: number | null /** The licences that other users have. */; others: number };

/** The licences of a user's tenant. */
export const useSeats = (user: User | null): Seats[] =>
  (useLicences(user?.tenant_id) ?? []).map(({ licence, taken, most }) => ({
    licence,
    most,
    others: taken - Number(user?.is_active === true && user.fieldset_licensing?.[licence] === true),
  }));

type Props = { user: User | null; held: Record<LicenceName, boolean>; isActive: boolean };

/** How many licences will be taken once the form is saved. */
export function SeatsOnceSaved({ user, held, isActive }: Props) {
  const { t } = useTranslation();
  return (
    <dl className={styles.seats}>
      {useSeats(user)
        .map((seats) => ({ ...seats, taken: seats.others + Number(isActive && held[seats.licence]) }))
        .filter(({ taken, most }) => taken > 0 || most !== 0)
        .map(({ licence, taken, most }) => (
          <div key={licence} className={styles.row}>
            <dt>{t(`users.licence.${licence}`)}</dt>
            <dd>
              {most !== null && <meter min={0} max={Math.max(1, most)} value={taken} aria-hidden="true" />}
              <span>
                <Trans
                  i18nKey={most === null ? 'users.taken' : 'users.takenOf'}
                  values={{ taken, most }}
                  components={{ b: <b /> }}
                />
              </span>
            </dd>
          </div>
        ))}
    </dl>
  );
}
