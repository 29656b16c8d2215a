import { listCalls } from '@shared/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { useHolds, useSignedIn } from '../../core/session';
import { AddressText } from '../../ui/address-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Segments } from '../../ui/segments';
import { useCopy } from '../../ui/use-copy';
import styles from './api-page.module.css';
import { examples, type Language, languages } from './examples';

/** A first request in three languages, without a secret, and what it answers here. */
export function TryIt({ url }: { url: string | null }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { user } = useSignedIn();
  const [language, setLanguage] = useState<Language>('curl');
  if (url === null) return <p className={styles.text}>{t('api.tryOff')}</p>;
  const example = examples[language](url, user.fieldset_login?.login ?? '');
  return (
    <section aria-labelledby="api-try">
      <div className={styles.head}>
        <h2 id="api-try" className={styles.title}>
          {t('api.tryIt')}
        </h2>
        <Segments
          compact
          label={t('api.language')}
          value={language}
          onChange={(id) => setLanguage(id as Language)}
          choices={languages}
        />
      </div>
      <div className={styles.example}>
        <pre>
          <AddressText>{example}</AddressText>
        </pre>
        <IconButton label={t('api.copyExample')} size={24} onPress={() => copy(example)}>
          <Icon of={Copy} size={14} />
        </IconButton>
      </div>
      <p className={styles.text}>{t(language === 'curl' ? 'api.tryText' : 'api.tryToken')}</p>
      <Answer />
    </section>
  );
}

const shownLines = 10;

/** The beginning of the answer to the example. */
function Answer() {
  const { t } = useTranslation();
  const maySee = useHolds('calls:view');
  const { data } = useQuery({
    queryKey: callKeys.example,
    enabled: maySee,
    queryFn: ({ signal }) => api(listCalls, { query: { limit: 1 }, signal }),
  });
  if (!data) return null;
  const lines = JSON.stringify(data, null, 2).split('\n');
  const shown = lines.length > shownLines ? [...lines.slice(0, shownLines), '…'] : lines;
  return (
    <>
      <h3 className={styles.answers}>{t('api.answers')}</h3>
      <div className={styles.example}>
        <pre>{shown.join('\n')}</pre>
      </div>
    </>
  );
}
