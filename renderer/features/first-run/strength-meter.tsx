import { useTranslation } from 'react-i18next';
import { strengthOf } from './strength';
import styles from './strength-meter.module.css';

/** The strength of the password, by its length, as four bars and in words. The bars are empty without a password. */
export function StrengthMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  const count = [...password].length;
  const strength = strengthOf(password);
  return (
    <div className={styles.meter}>
      <span className={styles.bars} data-strength={strength} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={(count > 0 && bar <= Math.max(1, strength)) || undefined} />
        ))}
      </span>
      <span className={styles.words} role="status">
        {count > 0 && `${t(`firstRun.strength.${strength}`)}, ${t('firstRun.characters', { count })}`}
      </span>
    </div>
  );
}
