import { Link } from 'react-router';
import { useHolds } from '../../core/session';
import { spelled } from '../../ui/fingerprint';
import { KeyPrint } from '../../ui/key-print';
import styles from './call-key-names.module.css';
import { useCallKeys } from './use-call-keys';
import { useWhoGrants } from './who-grants';

/** The keys that open the audio of a call: picture and name of each, which opens its page, and who can grant one. */
export function CallKeyNames({ call_id }: { call_id: string }) {
  const { data: keys } = useCallKeys(call_id);
  const whoGrants = useWhoGrants(call_id);
  const maySee = useHolds('encrypt_keys:view');
  return (
    <>
      {keys?.map(({ key_id, name, fingerprint }) => (
        <span key={key_id} className={styles.key} title={spelled(fingerprint)}>
          <KeyPrint fingerprint={fingerprint} size="badge" />
          {maySee ? <Link to={`/admin/keys/${key_id}`}>{name}</Link> : name}
        </span>
      ))}
      {whoGrants && <span className={styles.note}>{whoGrants}</span>}
    </>
  );
}
