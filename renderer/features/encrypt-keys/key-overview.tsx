import { type EncryptKey, encryptKeyApi } from '@shared/contract/encrypt-keys';
import { FileInput, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../core/session';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { DangerZone } from './danger-zone';
import { useEncryptKeys } from './encrypt-keys';
import { KeyCard } from './key-card';
import styles from './key-overview.module.css';
import { KeyRows } from './key-rows';
import { KeySafety } from './key-safety';

/** The keys: those that encrypt new recordings as cards, and the others as rows. */
export function KeyOverview() {
  const { t } = useTranslation();
  const { data, error, refetch } = useEncryptKeys();
  return (
    <Page label={t('encryptKeys.title')}>
      <PageBar title={t('encryptKeys.title')}>
        <span className={styles.space} />
        <Add />
      </PageBar>
      <div className={styles.body} data-page-focus>
        {data && <Keys keys={data} />}
        {error && <PaneError title={t('encryptKeys.failed')} error={error} onRetry={() => void refetch()} />}
      </div>
    </Page>
  );
}

function Add() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayEdit = useMay(encryptKeyApi.create);
  const unavailable = mayEdit ? undefined : t('encryptKeys.mayNotEdit');
  return (
    <>
      <Button icon={<Icon of={FileInput} />} unavailable={unavailable} onPress={() => void navigate('import')}>
        {t('encryptKeys.import')}
      </Button>
      <Button look="ink" icon={<Icon of={Plus} />} unavailable={unavailable} onPress={() => void navigate('generate')}>
        {t('encryptKeys.generate')}
      </Button>
    </>
  );
}

function Keys({ keys }: { keys: readonly EncryptKey[] }) {
  const { t } = useTranslation();
  const [active, others] = [keys.filter((key) => key.is_active), keys.filter((key) => !key.is_active)];
  return (
    <>
      <KeySafety />
      <h2 className={styles.title}>{t('encryptKeys.encrypts')}</h2>
      {active.length === 0 && <p className={styles.quiet}>{t('encryptKeys.noneActive')}</p>}
      {active.map((key) => (
        <KeyCard key={key.key_id} encryptKey={key} />
      ))}
      {others.length > 0 && (
        <>
          <h2 className={styles.title}>{t('encryptKeys.opensEarlier')}</h2>
          <KeyRows keys={others} />
        </>
      )}
      <DangerZone keys={keys} />
    </>
  );
}
