import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '../../core/session';
import { spelled } from '../../ui/fingerprint';
import { Icon } from '../../ui/icon';
import { KeyPrint } from '../../ui/key-print';
import styles from './call-key-names.module.css';
import { useCallKeys } from './use-call-keys';
import { useWhoGrants } from './who-grants';

type Props = {
  call_id: string;
  /** Also shows the fingerprints, and which keys open for the user. */
  detailed?: boolean;
  /** Says who can grant one. */
  says?: boolean;
};

/** The keys that open the audio of a call: picture and name of each, which opens its page, and who can grant one. */
export function CallKeyNames({ call_id, detailed = false, says = true }: Props) {
  const { t } = useTranslation();
  const { data: keys } = useCallKeys(call_id);
  const whoGrants = useWhoGrants(call_id);
  const maySee = useHolds('encrypt_keys:view');
  return (
    <>
      {keys?.map(({ key_id, name, fingerprint, opens_for_you }) => (
        <span key={key_id} className={styles.key} title={spelled(fingerprint)}>
          <KeyPrint fingerprint={fingerprint} size="badge" />
          {maySee ? <Link to={`/admin/keys/${key_id}`}>{name}</Link> : name}
          {detailed && <span className={styles.fingerprint}>{spelled(fingerprint, { short: true })}</span>}
          {detailed && opens_for_you && (
            <span className={styles.opens}>
              <Icon of={CircleCheck} size={14} />
              {t('callKeys.opens')}
            </span>
          )}
        </span>
      ))}
      {says && whoGrants && <span className={styles.note}>{whoGrants}</span>}
    </>
  );
}
