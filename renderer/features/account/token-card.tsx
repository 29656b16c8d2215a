import { Copy, Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import torn from '../../ui/torn-card.module.css';
import { useCopy } from '../../ui/use-copy';
import styles from './token-card.module.css';

type Props = { name: string; token: string; onSaved: () => void };

/** A new token, which is shown only now, until its owner has saved it. */
export function TokenCard({ name, token, onSaved }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <section className={torn.card} aria-label={t('account.token', { name })}>
      <header className={styles.head}>
        <div>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.quiet}>{t('account.tokenRights')}</p>
        </div>
        <span className={styles.once}>
          <Icon of={Eye} size={14} />
          {t('account.shownOnce')}
        </span>
      </header>
      <div className={torn.tear} aria-hidden="true" />
      <div className={styles.foot}>
        <code className={styles.token}>{token}</code>
        <Button look="ink" autoFocus icon={<Icon of={Copy} />} onPress={() => copy(token)}>
          {t('account.copy')}
        </Button>
        <Button look="quiet" onPress={onSaved}>
          {t('account.savedIt')}
        </Button>
      </div>
    </section>
  );
}
