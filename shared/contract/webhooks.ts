import { z } from 'zod';
import { localHosts } from '../local-hosts';
import { says } from '../reasons/check';
import { reason } from '../reasons/reasons';
import { collection } from './collection';
import { readOnly, recordName, searchedText } from './fields';
import { Created, operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';

/** The changes that a webhook can be told of. */
export const webhookEvents = [
  ...(['call.created', 'call.changed', 'call.removed', 'call.destroyed'] as const),
  ...(['recording.paused', 'recording.resumed', 'recording.closed'] as const),
  ...(['note.created', 'note.changed', 'note.removed'] as const),
  ...(['evaluation.created', 'evaluation.changed', 'evaluation.removed'] as const),
  'import.done',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** An address that is told of changes, as far as its user reaches them. */
export const Webhook = z
  .object({
    webhook_id: z.uuid(),
    user_id: z.uuid().meta({ description: 'Who made it: it is told of what this user reaches' }),
    name: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    is_on: z.boolean(),
    created_at: timestamp(),
    pending: z.int().meta({ description: 'Deliveries that are still to be made' }),
    last_delivery_at: timestamp().nullable().meta({ description: 'The last one that was accepted' }),
    last_status: z.int().nullable().meta({ description: 'The HTTP status of the last answer' }),
    failing_since: timestamp().nullable().meta({ description: 'Since when none was accepted; null while they are' }),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** http or https, without credentials; http only to this computer. */
const webhookUrl = z
  .string()
  .trim()
  .min(1, says('webhook_not_url'))
  .max(2048)
  .superRefine((text, { addIssue }) => {
    const refuse = (fault: ReturnType<typeof reason>) =>
      addIssue({ code: 'custom', message: fault.code, params: fault.values });
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !['http:', 'https:'].includes(url.protocol)) return refuse(reason('webhook_not_url'));
    if (/[\p{Cc}\s]/u.test(text)) return refuse(reason('webhook_not_url'));
    if (url.username || url.password) return refuse(reason('webhook_credentials'));
    if (url.protocol === 'http:' && !localHosts.includes(url.hostname)) refuse(reason('webhook_not_https'));
  });

const webhookEventList = z
  .array(z.enum(webhookEvents))
  .min(1, says('webhook_no_event'))
  .transform((events) => webhookEvents.filter((event) => events.includes(event)));

const NewWebhook = z.strictObject({
  webhook_id: readOnly(),
  user_id: readOnly(),
  created_at: readOnly(),
  pending: readOnly(),
  last_delivery_at: readOnly(),
  last_status: readOnly(),
  failing_since: readOnly(),
  name: recordName(),
  url: webhookUrl,
  events: webhookEventList,
  is_on: z.boolean().default(true),
});
export type NewWebhook = z.output<typeof NewWebhook>;
const ChangedWebhook = z.strictObject({
  ...NewWebhook.shape,
  name: recordName().optional(),
  url: webhookUrl.optional(),
  events: webhookEventList.optional(),
  is_on: z.boolean().optional(),
});
export type ChangedWebhook = z.output<typeof ChangedWebhook>;

const reach = 'whole tenant' as const;
const base = collection({
  plural: 'webhooks',
  singular: 'webhook',
  id: 'webhook_id',
  area: { view: 'system:view', edit: 'system:edit', delete: 'system:edit' },
  record: Webhook,
  fresh: NewWebhook,
  changed: ChangedWebhook,
  filters: { search_term: searchedText().optional().meta({ description: 'Part of the name' }) },
});

/** Shown once: `whsec_` and base64 of 32 bytes, as Standard Webhooks has it. */
const secret = z.string().meta({ description: 'Shown once. Signs deliveries as in Standard Webhooks' });
export const webhookApi = {
  list: operation({ ...base.list, reach }),
  create: operation({
    ...base.create,
    reach,
    response: Created.extend({ secret }),
    refusals: ['Conflict', 'KeychainUnavailable'],
  }),
  read: operation({ ...base.read, reach }),
  update: operation({ ...base.update, reach }),
  delete: operation({ ...base.delete, reach }),
};

const deliveryStatus = ['pending', 'delivered', 'failed', 'dropped'] as const;
/** Why a delivery was not accepted. */
export const deliveryFaults = [
  'status',
  'redirect',
  'timeout',
  'connection',
  'certificate',
  'name',
  'address',
  'outside_off',
] as const;

/** One change that a webhook is told of, and what came of it. */
export const Delivery = z
  .object({
    delivery_id: z.uuid().meta({ description: 'The same in every try, as `webhook-id`' }),
    type: z.enum([...webhookEvents, 'webhook.test']),
    created_at: timestamp(),
    status: z.enum(deliveryStatus).meta({
      description: 'failed: after eight tries in 32 hours, or after 410; dropped: one of more than 10,000 pending',
    }),
    attempts: z.int(),
    next_attempt_at: timestamp().nullable(),
    response_status: z.int().nullable(),
    fault: z.enum(deliveryFaults).nullable().meta({ description: 'Why the last try failed' }),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

const path = '/api/v2/webhooks/:webhook_id' as const;
const ofWebhook = { resource: 'webhook', id: 'webhook_id' } as const;

export const listDeliveries = operation({
  method: 'get',
  path: `${path}/deliveries.json`,
  summary: 'List the deliveries of a webhook',
  description: 'The newest first, of the last seven days.',
  permission: 'system:view',
  reach,
  audited: { action: 'read', ...ofWebhook },
  query: listQuery.extend({
    status: z.enum(deliveryStatus).optional().meta({ description: 'Only those with this status' }),
  }),
  response: pageOf('deliveries', Delivery),
  extension: true,
});

/** Sends a delivery of the type `webhook.test`. */
export const testWebhook = operation({
  method: 'post',
  path: `${path}/test.json`,
  summary: 'Send a test to a webhook',
  permission: 'system:edit',
  reach,
  audited: { action: 'update', ...ofWebhook },
  body: z.strictObject({}),
  response: z.object({ delivery_id: z.uuid() }).meta({ id: 'TestedWebhook' }),
  status: 201,
  extension: true,
});

/** Tries a delivery again at once, from the first try on. */
export const retryDelivery = operation({
  method: 'post',
  path: `${path}/deliveries/:delivery_id/retry.json`,
  summary: 'Send a delivery again',
  permission: 'system:edit',
  reach,
  audited: { action: 'update', ...ofWebhook },
  body: z.strictObject({}),
  response: z.object({ delivery: Delivery }),
  extension: true,
});

/** Makes a new secret. For 24 hours, the one before signs too. */
export const renewSecret = operation({
  method: 'post',
  path: `${path}/secret.json`,
  summary: 'Replace the secret of a webhook',
  permission: 'system:edit',
  reach,
  audited: { action: 'update', ...ofWebhook },
  response: z.object({ secret }).meta({ id: 'WebhookSecret' }),
  status: 201,
  refusals: ['KeychainUnavailable'],
  extension: true,
});
