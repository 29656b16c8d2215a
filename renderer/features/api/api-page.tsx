import { listCalls } from '@shared/contract/calls';
import { listRequests, type Tool } from '@shared/contract/requests';
import { webhookApi } from '@shared/contract/webhooks';
import type { ApiDoor } from '@shared/ipc';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/api';
import { bridge } from '../../api/bridge';
import { callKeys } from '../../api/cache/calls';
import { shownWebhooksKey } from '../../api/cache/webhooks';
import { useHolds, useMay, useSignedIn } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { AddressText } from '../../ui/address-text';
import { Button } from '../../ui/button';
import { useHalves } from '../../ui/halves';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Page, PagePending } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { Segments } from '../../ui/segments';
import { Switch } from '../../ui/switch';
import { toast } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import { RevokeToken } from '../account';
import { LastDelivery, State } from '../webhooks';
import { Address } from './address';
import { useChangeDoor, useDoor, useRequests } from './api-door';
import styles from './api-page.module.css';
import { examples, type Language, languages } from './examples';
import { Requests } from './requests';

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
        <Webhooks />
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

type DoorSwitchProps = { door: ApiDoor; change: ReturnType<typeof useChangeDoor>; unavailable: string | undefined };

/** Whether tools may connect. */
function DoorSwitch({ door, change, unavailable }: DoorSwitchProps) {
  const { t } = useTranslation();
  const turn = (on: boolean) =>
    change.mutate({ on }, { onSuccess: (now) => !('taken' in now) && toast(t(on ? 'api.turnedOn' : 'api.turnedOff')) });
  return <Switch label={t('api.mayConnect')} value={door.on} onChange={turn} unavailable={unavailable} atEnd />;
}

/** The tools that have sent requests since Earshot was started. */
function Tools({ tools }: { tools: readonly Tool[] }) {
  const { t } = useTranslation();
  const readingOnly = useReadingOnly();
  const mayRevoke = useHolds('users:login_settings');
  const { user: me } = useSignedIn();
  const whyNotRevoke = (user_id: string) =>
    readingOnly ?? (mayRevoke || user_id === me.user_id ? undefined : t('api.mayNotRevoke'));
  const format = useFormat();
  return (
    <section className={styles.section} aria-labelledby="api-tools">
      <h2 id="api-tools" className={styles.title}>
        {t('api.tools')} <span className={styles.quiet}>{t('api.sinceStart')}</span>
      </h2>
      {tools.length === 0 ? (
        <p className={styles.text}>{t('api.noTools')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('api.tool')}</th>
              <th scope="col">{t('api.signedInWith')}</th>
              <th scope="col">{t('api.lastHeard')}</th>
              <th scope="col" className={styles.figure}>
                {t('api.count')}
              </th>
              <th scope="col">
                <span className="visually-hidden">{t('api.action')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tools.map(({ tool, token_id, is_revoked, user_id, user_name, means, requests, last_at }) => (
              <tr key={token_id ?? `${means} ${user_id}`}>
                <th scope="row" dir="auto">
                  {tool ?? user_name}
                </th>
                <td>{t(`api.means.${means}`, { name: user_name })}</td>
                <td data-figures>{format.clock(last_at)}</td>
                <td className={styles.figure}>{format.figure(requests)}</td>
                <td className={styles.act}>
                  {token_id !== null && tool !== null && (
                    <RevokeToken
                      user_id={user_id}
                      token_id={token_id}
                      name={tool}
                      unavailable={is_revoked ? t('api.isRevoked') : whyNotRevoke(user_id)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The addresses that are told of changes, each leading to its page. */
function Webhooks() {
  const { t } = useTranslation();
  const maySee = useMay(webhookApi.list);
  const { data } = useQuery({
    queryKey: shownWebhooksKey,
    enabled: maySee,
    // A tenant has no more.
    queryFn: ({ signal }) => api(webhookApi.list, { query: { limit: 20 }, signal }),
  });
  if (!data) return null;
  return (
    <section className={styles.section} aria-labelledby="api-webhooks">
      <h2 id="api-webhooks" className={styles.title}>
        {t('webhooks.title')}
      </h2>
      {data.webhooks.length === 0 ? (
        <p className={styles.text}>
          {t('api.noWebhooks')} <Link to="/admin/webhooks/new">{t('webhooks.add')}</Link>
        </p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('webhooks.name')}</th>
              <th scope="col">{t('webhooks.url')}</th>
              <th scope="col">{t('webhooks.last')}</th>
              <th scope="col">{t('webhooks.state')}</th>
            </tr>
          </thead>
          <tbody>
            {data.webhooks.map((webhook) => (
              <tr key={webhook.webhook_id}>
                <th scope="row" dir="auto">
                  <Link to={`/admin/webhooks/${webhook.webhook_id}`}>{webhook.name}</Link>
                </th>
                <td className={styles.path}>
                  <AddressText>{webhook.url}</AddressText>
                </td>
                <td data-figures>
                  <LastDelivery {...webhook} />
                </td>
                <td>
                  <State {...webhook} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A first request in three languages, without a secret, and what it answers here. */
function TryIt({ url }: { url: string | null }) {
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
