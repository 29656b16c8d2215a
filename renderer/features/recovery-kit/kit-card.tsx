import type { RecoveryKit } from '@shared/contract/recovery-kit';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icon';
import torn from '../../ui/torn-card.module.css';
import styles from './kit-card.module.css';

/** The kit as a card that looks torn off. Only the card is printed. */
export function KitCard({ kit }: { kit: RecoveryKit }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: session } = useSession();
  const [hidden, setHidden] = useState(false);
  const sign = hidden ? Eye : EyeOff;
  return (
    <section className={classNames(torn.card, styles.card)} aria-label={t('recoveryKit.name')} data-print>
      <header className={styles.head}>
        <div>
          <h2 className={styles.name}>{t('recoveryKit.name')}</h2>
          <p className={styles.made}>
            {t('recoveryKit.made', { name: session?.user.name ?? '', day: format.day(kit.made_at) })}
          </p>
        </div>
        <div className={styles.check}>
          <p>{t('recoveryKit.check')}</p>
          <p className={styles.digits}>{kit.check.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
      </header>
      <div className={torn.tear} aria-hidden="true" />
      <ol className={styles.words} data-hidden={hidden || undefined}>
        {kit.words.map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a word is what it is asked by, and one may come twice
          <li key={at} className={styles.word}>
            <span className={styles.number}>{at + 1}</span>
            <span className={styles.text}>{hidden ? '•••••' : word}</span>
          </li>
        ))}
        <li className={styles.hide}>
          <Button look="quiet" icon={<Icon of={sign} size={14} />} onPress={() => setHidden(!hidden)}>
            {hidden ? t('recoveryKit.show') : t('recoveryKit.hide')}
          </Button>
        </li>
      </ol>
      <p className={styles.printed}>{t('recoveryKit.printed')}</p>
    </section>
  );
}
