import type { User } from '@shared/contract/users';
import type { LicenceName } from '@shared/licences';
import { ClipboardCheck, Ear, type LucideIcon, Mic, Monitor } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import styles from './licence-marks.module.css';

/** The licences that the list shows, in the order of their places. */
export const marks = [
  ['recording_seat', Mic],
  ['screen_recording_seat', Monitor],
  ['monitoring_seat', Ear],
  ['evaluation_seat', ClipboardCheck],
] as const satisfies [LicenceName, LucideIcon][];

/** The licences of a user as symbols, each in its own place. */
export function LicenceMarks({ fieldset_licensing: licences }: User) {
  const { t } = useTranslation();
  const names = marks.filter(([name]) => licences?.[name]).map(([name]) => t(`users.licence.${name}`));
  return (
    <>
      <span className={styles.marks} aria-hidden="true">
        {marks.map(([name, icon]) => (
          <span key={name} title={licences?.[name] ? t(`users.licence.${name}`) : undefined}>
            {licences?.[name] ? <Icon of={icon} size={14} /> : <i />}
          </span>
        ))}
      </span>
      <span className="visually-hidden">{names.join(', ')}</span>
    </>
  );
}
