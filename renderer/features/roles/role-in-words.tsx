import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../core/session';
import { localeOf } from '../../i18n/i18n';
import { Icon } from '../../ui/icon';
import styles from './role-in-words.module.css';
import { type RoleRights, sentencesOf } from './role-words';

/** A role in plain sentences: what its holders can do, and what they cannot. */
export function RoleInWords({ role }: { role: RoleRights }) {
  const { t, i18n } = useTranslation();
  const { multi_tenancy } = useSignedIn();
  return (
    <ul className={styles.list}>
      {sentencesOf(role, t, localeOf(i18n.language), !multi_tenancy).map(({ can, text }) => (
        <li key={text} data-cannot={!can || undefined}>
          {can ? <Icon of={Check} /> : <Icon of={X} />}
          {text}
        </li>
      ))}
    </ul>
  );
}
