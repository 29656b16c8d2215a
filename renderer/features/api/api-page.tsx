import { listRequests } from '@shared/contract/requests';
import { ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { bridge } from '../../api/bridge';
import { useHolds, useMay } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { Button } from '../../ui/button';
import { useHalves } from '../../ui/halves';
import { Icon } from '../../ui/icon';
import { Page, PagePending } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { Address } from './address';
import { useChangeDoor, useDoor, useRequests } from './api-door';
import styles from './api-page.module.css';
import { DoorSwitch } from './door-switch';
import { Requests } from './requests';
import { Tools } from './tools';
import { TryIt } from './try-it';

/** The API on this machine: where it listens, which tools use it, and how to begin. */
export function ApiPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const door = useDoor();
  const change = useChangeDoor();
  const seesRequests = useMay(listRequests);
  const requests = useRequests(seesRequests);
  const mayEdit = useHolds('system:edit');
  const seesTokens = useHolds('users:login_settings');
  const readingOnly = useReadingOnly();
  const halves = useHalves(t('api.show'), { first: t('api.connections'), second: t('api.tryIt') });
  const unavailable = readingOnly ?? (mayEdit ? undefined : t('api.mayNotEdit'));
  if (!door) return <PagePending />;
  return (
    <Page label={t('api.title')} className={styles.page}>
      <PageBar title={t('api.title')} of="record">
        <DoorSwitch door={door} change={change} unavailable={unavailable} />
      </PageBar>
      {halves.choice}
      <div className={halves.lookOf('first', styles.content)} data-page-focus>
        <Address key={door.port} door={door} change={change} unavailable={unavailable} />
        {!seesRequests ? (
          <p className={styles.text}>{t('api.everyTenantOnly')}</p>
        ) : requests.data ? (
          <>
            <Tools tools={requests.data.tools} />
            <Requests requests={requests.data.requests} />
          </>
        ) : (
          requests.error && (
            <PaneError title={t('api.requestsFailed')} error={requests.error} onRetry={() => void requests.refetch()} />
          )
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is */}
      <aside className={halves.lookOf('second', styles.aside)} aria-label={t('api.tryIt')} data-pane tabIndex={0}>
        <TryIt url={door.url} />
        <div className={styles.links}>
          {(['/docs', '/api/v2/openapi.json'] as const).map((path) => (
            <Button
              key={path}
              look="quiet"
              icon={<Icon of={ArrowUpRight} />}
              unavailable={door.url === null ? t('api.isOff') : undefined}
              onPress={() => void bridge.openApi(path)}
            >
              {t(path === '/docs' ? 'api.reference' : 'api.openapi')}
            </Button>
          ))}
          {seesTokens && (
            <Button look="quiet" icon={<Icon of={ArrowUpRight} />} onPress={() => void navigate('/admin/tokens')}>
              {t('api.tokens')}
            </Button>
          )}
        </div>
        <p className={styles.text}>{t('api.rights')}</p>
      </aside>
    </Page>
  );
}
