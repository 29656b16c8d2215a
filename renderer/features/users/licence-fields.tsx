import type { User } from '@shared/contract/users';
import { type LicenceName, licenceNames } from '@shared/licences';
import { useTranslation } from 'react-i18next';
import { useField } from '../../form/use-field';
import { FormMessage } from '../../ui/form-message';
import { ToggleChip } from '../../ui/toggle-chip';
import styles from './licence-fields.module.css';
import { useSeats } from './seats';
import type { SectionProps, UserValues } from './user-values';

type Props = Pick<SectionProps, 'form'> & { unavailable: string | undefined; user: User | null };

/** The licences of a user, each with the number that is left. */
export const LicenceFields = (props: Props) => (
  <div className={styles.chips}>
    {licenceNames.map((name) => (
      <LicenceField key={name} {...props} licence={name} />
    ))}
  </div>
);

function LicenceField({ form, unavailable, user, licence }: Props & { licence: LicenceName }) {
  const { t } = useTranslation();
  const { value, onChange, message } = useField<UserValues, boolean>(form, `fieldset_licensing.${licence}`);
  const seats = useSeats(user).find((one) => one.licence === licence);
  /** The number that is left once the form is saved. */
  const left = seats?.most == null ? undefined : Math.max(0, seats.most - seats.others - Number(value));
  const few = seats?.most === 0 ? t('users.noSeats') : value && left === 0 ? t('users.lastSeat') : undefined;
  const note = left === undefined ? undefined : (few ?? t('users.left', { count: left }));
  const full = left === 0 && !value ? t('users.full') : undefined;
  return (
    <div>
      <ToggleChip isSelected={value} onChange={onChange} note={note} unavailable={unavailable ?? full}>
        {t(`users.licence.${licence}`)}
      </ToggleChip>
      {message !== undefined && <FormMessage>{message}</FormMessage>}
    </div>
  );
}
