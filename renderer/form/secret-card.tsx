import { Copy, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import torn from '../ui/torn-card.module.css';
import { useCopy } from '../ui/use-copy';
import styles from './secret-card.module.css';
import './texts';

type Props = {
  label: string;
  name: string;
  secret: string;
  onSaved: () => void;
  /** What the secret is for. */
  children: ReactNode;
};

/** A secret that is shown only now, until its owner has saved it. */
export function SecretCard({ label, name, secret, onSaved, children }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <section className={torn.card} aria-label={label}>
      <header className={styles.head}>
        <div>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.quiet}>{children}</p>
        </div>
        <span className={styles.once}>
          <Icon of={Eye} size={14} />
          {t('form.shownOnce')}
        </span>
      </header>
      <div className={torn.tear} aria-hidden="true" />
      <div className={styles.foot}>
        <code className={styles.secret}>{secret}</code>
        <Button look="ink" autoFocus icon={<Icon of={Copy} />} onPress={() => copy(secret)}>
          {t('form.copy')}
        </Button>
        <Button look="quiet" onPress={onSaved}>
          {t('form.savedIt')}
        </Button>
      </div>
    </section>
  );
}
