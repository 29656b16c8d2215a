import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../core/session';
import { AddressText } from '../../ui/address-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { useCopy } from '../../ui/use-copy';
import styles from './api-page.module.css';

/** A first request with curl, which asks for the password itself. */
export function TryIt({ url }: { url: string | null }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { user } = useSignedIn();
  const login = user.fieldset_login?.login ?? '';
  const lines = [`curl -u '${login.replaceAll("'", "'\\''")}' \\`, `  '${url ?? ''}/api/v2/calls.json?limit=1'`];
  if (url === null) return <p className={styles.text}>{t('api.tryOff')}</p>;
  return (
    <section aria-labelledby="api-try">
      <h2 id="api-try" className={styles.title}>
        {t('api.tryIt')}
      </h2>
      <div className={styles.example}>
        <pre>
          <AddressText>{lines.join('\n')}</AddressText>
        </pre>
        <IconButton label={t('api.copyExample')} size={24} onPress={() => copy(lines.join('\n'))}>
          <Icon of={Copy} size={14} />
        </IconButton>
      </div>
      <p className={styles.text}>{t('api.tryText')}</p>
    </section>
  );
}
