import { spelled } from '../../ui/fingerprint';
import { KeyPrint } from '../../ui/key-print';
import styles from './key-card.module.css';

type Props = { name: string; fingerprint: string; text: string };

/** The key of a person as bars, to be compared with them, and as letters. */
export const KeyCard = ({ name, fingerprint, text }: Props) => (
  <div className={styles.card}>
    <KeyPrint fingerprint={fingerprint} size="card" />
    <div className={styles.words}>
      <p className={styles.name}>{name}</p>
      <p className={styles.letters} data-figures>
        {spelled(fingerprint)}
      </p>
      <p className={styles.text}>{text}</p>
    </div>
  </div>
);
