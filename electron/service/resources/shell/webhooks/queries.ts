import type { ChangedWebhook, listDeliveries, NewWebhook, webhookApi } from '@shared/contract/webhooks';
import { dayMs } from '@shared/duration';
import { fold } from '@shared/fold';
import { localHosts } from '@shared/local-hosts';
import { reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { found, invalid, notFound, Refusal } from '../../../refusal';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { contains, flag, isoTime, storedJson } from '../../../store/fragments';
import { change, query } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { keepSetting } from '../../../store/setting';
import { columnsOf, integer, text } from '../../../store/sql';
import { type MasterSealed, masterKeyChanged, masterKeyHooks } from '../../keys/master-key';
import { mustNotExceedUser, userHooks } from '../../people/users';
import { selectSettings } from '../../site/settings';
import { isForbidden } from './addresses';

/** The most webhooks of a tenant. */
const mostWebhooks = 20;

/** The webhooks in reach, by name. */
export const webhookList = list<typeof webhookApi.list>('/api/v2/webhooks.json', {
  from: 'webhooks w',
  record: {
    ...columnsOf('w', ['webhook_id', 'user_id', 'name', 'url', 'last_status']),
    events: storedJson('w.events', '[]'),
    is_on: flag('w.is_on'),
    created_at: isoTime('w.created_at'),
    pending: `(SELECT count(*) FROM webhook_deliveries d
      WHERE d.webhook_id = w.webhook_id AND d.status = 'pending')`,
    last_delivery_at: isoTime('w.last_delivery_at'),
    failing_since: isoTime('w.failing_since'),
  },
  key: [text('w.name_folded'), text('w.webhook_id')],
  scope: (scope) => inTenants(scope, 'w'),
  filters: { search_term: (term, { bind }) => contains('w.name_folded', bind(fold(term))) },
  id: 'w.webhook_id',
  named: { as: 'webhook', by: 'w.name' },
  version: 'w.updated_at',
});

/** How many webhooks are on. */
export const activeWebhooks = query(
  'webhooks.active',
  (db): number => db.prepare<[], number>('SELECT count(*) FROM webhooks WHERE is_on = 1').pluck().get() ?? 0,
);

/** The deliveries of a webhook, newest first. */
export const deliveryList = list<typeof listDeliveries>('/api/v2/webhooks/:webhook_id/deliveries.json', {
  from: 'webhook_deliveries d',
  record: {
    ...columnsOf('d', ['delivery_id', 'type', 'status', 'attempts', 'response_status', 'fault']),
    created_at: isoTime('d.created_at'),
    next_attempt_at: isoTime("CASE d.status WHEN 'pending' THEN d.next_attempt_at END"),
  },
  key: [integer('d.place')],
  descending: () => true,
  scope: (scope) => `EXISTS (SELECT 1 FROM webhooks w WHERE w.webhook_id = d.webhook_id AND ${inTenants(scope, 'w')})`,
  filters: {
    webhook_id: (id, { bind }) => `d.webhook_id = ${bind(id)}`,
    status: (status, { bind }) => `d.status = ${bind(status)}`,
  },
  id: 'd.delivery_id',
  parent: 'd.webhook_id',
});

const target = (id: string, scope: Scope) => ({ list: webhookList, resource: 'webhook' as const, id, scope });

/** A secret sealed under the master key, and the check value (hex) of that key. */
export type SealedSecret = { secret_id: string; secret_sealed: Uint8Array; key_check: string };

/**
 * Stores and audits a webhook of the caller. Refused with InvalidRecord at `url` for an address that may not be told, with
 * PermissionError for a token that has not all rights of its user, and with Conflict when the tenant has as many as it may.
 */
export const insertWebhook = change(
  'webhooks.insert',
  (db, { id, record, scope, holder, secret }: Insert<NewWebhook> & { secret: SealedSecret }, by): void => {
    const { scope_tenant: tenant_id, scope_user: user_id } = scope.params;
    // It tells what its user reaches, which a token of the user may not.
    mustNotExceedUser(db, user_id, { scope, holder });
    mustHaveRoom(db, tenant_id);
    mustBeAllowed(db, record.url);
    const { name, url, events, is_on } = record;
    const row = { webhook_id: id, tenant_id, user_id, url, events: JSON.stringify(events), is_on: Number(is_on) };
    insertRecord(db, 'webhooks', { ...row, ...named(name) }, by);
    insertSecret(db, id, secret, by);
    auditCreated(db, by, target(id, scope));
  },
);

/**
 * Changes and audits a webhook. Refused with NotFound, Stale, InvalidRecord at `url`, or PermissionError when the role of its
 * user exceeds the caller's: it tells what its user reaches.
 */
export const changeWebhook = change('webhooks.change', (db, asked: Update<ChangedWebhook>, by): void =>
  auditChanged(db, by, target(asked.id, asked.scope), () => {
    mustNotExceedOwner(db, asked);
    const { name, url, events, is_on } = asked.record;
    if (url !== undefined) mustBeAllowed(db, url);
    const changed = {
      url,
      events: events && JSON.stringify(events),
      is_on: is_on === undefined ? undefined : Number(is_on),
      ...(name !== undefined && named(name)),
    };
    updateRecord(db, 'webhooks', { id: { webhook_id: asked.id }, versions: asked.versions }, changed, by);
  }),
);

/** Deletes and audits a webhook, with its deliveries. Refused like `changeWebhook`. */
export const removeWebhook = change('webhooks.remove', (db, asked: Remove, by): void =>
  auditDeleted(db, by, target(asked.id, asked.scope), () => {
    mustNotExceedOwner(db, asked);
    mustMatchVersion(db, 'webhooks', { id: { webhook_id: asked.id }, versions: asked.versions });
    forget(db, 'webhook_id', asked.id);
    return {};
  }),
);

/** For this time, the secrets before a new one sign too. */
const overlapMs = dayMs;

/** Stores another secret of a webhook, and audits that. Refused like `changeWebhook`. */
export const replaceSecret = change(
  'webhooks.secret',
  (db, { secret, ...asked }: Remove & { secret: SealedSecret }, by): void => {
    if (!webhookList.one.run(db, { id: asked.id, scope: asked.scope, zone: 'UTC' })) throw notFound();
    mustNotExceedOwner(db, asked);
    db.prepare<object>(
      'UPDATE webhook_secrets SET signs_until = @until WHERE webhook_id = @id AND signs_until IS NULL',
    ).run({
      id: asked.id,
      until: by.at + overlapMs,
    });
    insertSecret(db, asked.id, secret, by);
    audit(db, by, { action: 'update', resource: 'webhook', resource_id: asked.id, details: { secret_replaced: true } });
  },
);

/** Stores a secret, and takes its master key for that of the archive. Refused once that is another one. */
function insertSecret(
  db: Connection,
  webhook_id: string,
  { secret_id, secret_sealed, key_check }: SealedSecret,
  by: By,
) {
  if (keepSetting.change(db, { name: 'key_check', value: key_check }, by) !== key_check) throw masterKeyChanged();
  db.prepare<object>('DELETE FROM webhook_secrets WHERE webhook_id = @webhook_id AND signs_until < @at').run({
    webhook_id,
    at: by.at,
  });
  db.prepare<object>(
    'INSERT INTO webhook_secrets (secret_id, webhook_id, secret_sealed) VALUES (@secret_id, @webhook_id, @secret_sealed)',
  ).run({ secret_id, webhook_id, secret_sealed });
}

function mustHaveRoom(db: Connection, tenant_id: string): void {
  const sql = 'SELECT count(*) AS n FROM webhooks WHERE tenant_id = @tenant_id';
  const { n } = found(db.prepare<{ tenant_id: string }, { n: number }>(sql).get({ tenant_id }));
  if (n >= mostWebhooks) throw new Refusal('Conflict', reason('too_many_webhooks', { most: mostWebhooks }));
}

/** Refuses, at `url`, an address outside of this computer while these are not allowed, and one that never is. */
function mustBeAllowed(db: Connection, url: string): void {
  const { hostname } = new URL(url);
  if (localHosts.includes(hostname)) return;
  if (!selectSettings.run(db, undefined).webhooks_outside) throw invalid({ url: reason('webhook_outside') });
  if (isForbidden(hostname.replace(/^\[|\]$/g, ''))) throw invalid({ url: reason('webhook_address') });
}

function mustNotExceedOwner(db: Connection, asked: Pick<Remove, 'id' | 'scope' | 'holder'>): void {
  const sql = 'SELECT user_id FROM webhooks WHERE webhook_id = @id';
  const { user_id } = found(db.prepare<{ id: string }, { user_id: string }>(sql).get({ id: asked.id }));
  mustNotExceedUser(db, user_id, asked);
}

/** Deletes webhooks with their secrets and deliveries. */
function forget(db: Connection, column: 'webhook_id' | 'user_id', id: string): void {
  for (const table of ['webhook_deliveries', 'webhook_secrets']) {
    const own = `SELECT w.webhook_id FROM webhooks w WHERE w.${column} = @id`;
    db.prepare<object>(`DELETE FROM ${table} WHERE webhook_id IN (${own})`).run({ id });
  }
  db.prepare<object>(`DELETE FROM webhooks WHERE ${column} = @id`).run({ id });
}

userHooks.removed.add((db, user_id) => {
  forget(db, 'user_id', user_id);
});

/** The name of these secrets among those that move to another master key. */
export const ofWebhooks = 'webhooks';

/** Every secret of a webhook. */
export const selectSecrets = query('webhooks.secrets', (db): MasterSealed[] =>
  db
    .prepare<[], MasterSealed>(
      'SELECT secret_id AS id, secret_sealed AS sealed FROM webhook_secrets ORDER BY secret_id',
    )
    .all(),
);

masterKeyHooks.moved.add((db, moved) => {
  const own = moved.find(({ name }) => name === ofWebhooks);
  const now = selectSecrets.run(db, undefined);
  const isSame =
    now.length === (own?.before.length ?? 0) &&
    now.every(({ id, sealed }, place) => {
      const read = own?.before[place];
      return read?.id === id && sealed.equals(read.sealed);
    });
  if (!isSame) throw masterKeyChanged();
  const move = db.prepare<object>('UPDATE webhook_secrets SET secret_sealed = @sealed WHERE secret_id = @id');
  for (const [place, { id }] of now.entries()) move.run({ id, sealed: own?.after[place] });
});
