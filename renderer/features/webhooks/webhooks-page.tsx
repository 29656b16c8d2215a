import {
  type Delivery,
  listDeliveries,
  renewSecret,
  retryDelivery,
  testWebhook,
  type Webhook,
  type WebhookEvent,
  webhookApi,
  webhookEvents,
} from '@shared/contract/webhooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw, Send } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { api } from '../../api/api';
import { changedByWebhook, deliveriesKey } from '../../api/cache/webhooks';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { ManyOf } from '../../form/choices';
import { OnOff, TextLine } from '../../form/fields';
import { LeaveDialog } from '../../form/leave-dialog';
import { DeleteOf, recordPages } from '../../form/record-pages';
import { SecretCard } from '../../form/secret-card';
import type { FormOf } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { PaneError } from '../../ui/pane-error';
import { toast } from '../../ui/toast';
import styles from './webhooks-page.module.css';

type WebhookValues = Pick<Webhook, 'name' | 'url' | 'events' | 'is_on'>;

const of = { part: 'webhooks', path: '/admin/webhooks', changed: changedByWebhook } as const;

/** The secret of a webhook that was just made, until its owner has saved it. */
const useShownSecret = create<{ shown: { name: string; secret: string } | null }>()(() => ({ shown: null }));

/** Administration, Webhooks: the list, and each webhook as a page with its deliveries. */
export const WebhooksPage = recordPages({
  ...of,
  kind: 'webhook',
  api: webhookApi,
  list: [
    { id: 'name', name: 'webhooks.name', width: 'minmax(140px, 1fr)', cell: ({ name }) => name },
    { id: 'url', name: 'webhooks.url', width: 'minmax(160px, 2fr)', cell: ({ url }) => url },
    { id: 'last', name: 'webhooks.last', width: '150px', cell: (webhook) => <LastDelivery {...webhook} /> },
    { id: 'state', name: 'webhooks.state', width: '190px', cell: (webhook) => <State {...webhook} /> },
  ],
  // New and changed calls.
  blank: { name: '', url: '', events: webhookEvents.slice(0, 2), is_on: true } as WebhookValues,
  valuesOf: ({ name, url, events, is_on }: Webhook) => ({ name, url, events, is_on }),
  labels: { name: 'webhooks.name', url: 'webhooks.url', events: 'webhooks.events', is_on: 'webhooks.isOn' },
  Fields: WebhookFields,
  preview: ({ record }) => (record ? <Deliveries webhook={record} /> : <Explained />),
  previewTitle: 'webhooks.deliveries',
  made: ({ secret }, { name }) => useShownSecret.setState({ shown: { name, secret } }),
  Above: ShownSecret,
  Actions: WebhookActions,
});

export function LastDelivery({ last_delivery_at }: Webhook) {
  const { t } = useTranslation();
  const format = useFormat();
  return last_delivery_at === null ? t('webhooks.never') : format.started(last_delivery_at);
}

export function State({ is_on, failing_since, last_delivery_at, pending }: Webhook) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!is_on) return t('webhooks.off');
  if (failing_since !== null) return t('webhooks.failing', { when: format.started(failing_since) });
  return pending > 0
    ? t('webhooks.pending', { count: pending, shown: format.figure(pending) })
    : t(last_delivery_at === null ? 'webhooks.unused' : 'webhooks.works');
}

type FieldsProps = { form: FormOf<WebhookValues>; readOnly: boolean };

function WebhookFields({ form, readOnly }: FieldsProps) {
  const { t } = useTranslation();
  const field = <N extends keyof WebhookValues>(name: N) => ({ form, name, readOnly });
  return (
    <>
      <TextLine {...field('name')} label={t('webhooks.name')} />
      <TextLine {...field('url')} label={t('webhooks.url')} hint={t('webhooks.urlHint')} autoComplete="off" />
      <ManyOf
        {...field('events')}
        label={t('webhooks.events')}
        nameOf={(event) => t(`webhooks.event.${event as WebhookEvent}`)}
      />
      <OnOff {...field('is_on')} label={t('webhooks.isOn')} />
    </>
  );
}

/** What a webhook is, before there are deliveries. */
function Explained() {
  const { t } = useTranslation();
  return <p className={styles.text}>{t('webhooks.explained')}</p>;
}

const forget = () => useShownSecret.setState({ shown: null });

/** The secret that was just made, above the list. */
function ShownSecret() {
  const { t } = useTranslation();
  const shown = useShownSecret((state) => state.shown);
  // It is gone with the page, and before somebody else signs in.
  useEffect(() => forget, []);
  if (!shown) return null;
  return (
    <div className={styles.secret}>
      <SecretCard label={t('webhooks.secret', shown)} name={shown.name} secret={shown.secret} onSaved={forget}>
        {t('webhooks.secretText')}
      </SecretCard>
      <LeaveDialog hasUnsaved={() => useShownSecret.getState().shown !== null} names={t('webhooks.secret', shown)} />
    </div>
  );
}

const shownDeliveries = 50;
const everyMs = 2_000;

/** The last deliveries of a webhook, newest first. */
function Deliveries({ webhook: { webhook_id } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: deliveriesKey(webhook_id),
    refetchInterval: everyMs,
    queryFn: ({ signal }) => api(listDeliveries, { params: { webhook_id }, query: { limit: shownDeliveries }, signal }),
  });
  if (error && !data) {
    return <PaneError title={t('webhooks.deliveriesFailed')} error={error} onRetry={() => void refetch()} />;
  }
  if (data?.deliveries.length === 0) return <p className={styles.text}>{t('webhooks.noDeliveries')}</p>;
  return (
    <ul className={styles.deliveries}>
      {data?.deliveries.map((delivery) => (
        <DeliveryRow key={delivery.delivery_id} webhook_id={webhook_id} delivery={delivery} />
      ))}
    </ul>
  );
}

function DeliveryRow({ webhook_id, delivery }: { webhook_id: string; delivery: Delivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const { delivery_id, type, created_at, status } = delivery;
  const again = useMutation({
    gcTime: 0,
    mutationFn: () => api(retryDelivery, { params: { webhook_id, delivery_id }, body: {} }),
    onSuccess: () => refresh(changedByWebhook),
    onError: (error) => toast(refusalText(error)),
  });
  const mayEdit = useMay(retryDelivery);
  const readingOnly = useReadingOnly();
  const name = type === 'webhook.test' ? t('webhooks.test') : t(`webhooks.event.${type}`);
  const when = format.startedExactly(created_at);
  return (
    <li className={styles.delivery}>
      <span className={styles.event}>{name}</span>
      <span className={styles.when}>{when}</span>
      <span className={styles.outcome} data-status={status}>
        <Outcome {...delivery} />
      </span>
      <Button
        look="quiet"
        busy={again.isPending}
        unavailable={readingOnly ?? (mayEdit ? undefined : t('webhooks.mayNotEdit'))}
        aria-label={t('webhooks.againNamed', { name, when })}
        onPress={() => again.mutate()}
      >
        {t('webhooks.again')}
      </Button>
    </li>
  );
}

/** What came of a delivery, in words. */
function Outcome({ status, fault, response_status, next_attempt_at }: Delivery) {
  const { t } = useTranslation();
  const format = useFormat();
  if (status === 'delivered') return t('webhooks.delivered');
  if (status === 'dropped') return t('webhooks.dropped');
  if (fault === null) return t('webhooks.waits');
  const why = t(`webhooks.fault.${fault}`, { status: response_status ?? '' });
  if (status === 'failed' || next_attempt_at === null) return t('webhooks.failedFor', { why });
  return t('webhooks.triedAgain', { why, when: format.clock(next_attempt_at) });
}

type ActionsProps = { record: Webhook; readOnly: boolean };

/** A test, another secret, and the end of a webhook. */
function WebhookActions({ record: { webhook_id, name }, readOnly }: ActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const unavailable = readOnly ? t('webhooks.mayNotEdit') : undefined;
  const onError = (error: Error) => toast(refusalText(error));
  const test = useMutation({
    gcTime: 0,
    mutationFn: () => api(testWebhook, { params: { webhook_id }, body: {} }),
    onSuccess: () => refresh(changedByWebhook),
    onError,
  });
  const renew = useMutation({
    gcTime: 0,
    mutationFn: () => api(renewSecret, { params: { webhook_id } }),
    onSuccess: ({ secret }) => {
      useShownSecret.setState({ shown: { name, secret } });
      void navigate(of.path);
    },
    onError,
  });
  return (
    <>
      <Button
        look="quiet"
        icon={<Icon of={Send} />}
        busy={test.isPending}
        unavailable={unavailable}
        onPress={() => test.mutate()}
      >
        {t('webhooks.sendTest')}
      </Button>
      <Button
        look="quiet"
        icon={<Icon of={RefreshCw} />}
        busy={renew.isPending}
        unavailable={unavailable}
        onPress={() => renew.mutate()}
      >
        {t('webhooks.newSecret')}
      </Button>
      <DeleteOf {...of} operation={webhookApi.delete} id={webhook_id} name={name}>
        <p>{t('webhooks.deleteText')}</p>
      </DeleteOf>
    </>
  );
}
