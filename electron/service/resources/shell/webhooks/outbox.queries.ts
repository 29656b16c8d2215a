import { randomUUID } from 'node:crypto';
import type { Import } from '@shared/contract/imports';
import type { deliveryFaults, WebhookEvent } from '@shared/contract/webhooks';
import { dayMs, hourMs, minuteMs } from '@shared/duration';
import { holds } from '@shared/permissions';
import { actorFrom } from '../../../access/actor';
import { type Seen, selectSeen, viewerOf } from '../../../access/followed';
import { accountById } from '../../../access/queries';
import { type Scope, scopeOf } from '../../../access/scope';
import { notFound } from '../../../refusal';
import { type Announcement, beforeCommit } from '../../../store/announce';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { change, query } from '../../../store/query';
import { nextVersion } from '../../../store/record';
import type { MasterSealed } from '../../keys/master-key';
import { webhookList } from './queries';

/** The waits after the first tries. After the last, a delivery has failed. */
const waitsMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs];
/** More deliveries of a webhook than this do not wait; the oldest are dropped. */
const mostPending = 10_000;
const keptMs = 7 * dayMs;

/** What is told of an import: its counts, without its name. */
const importCounts: readonly (keyof Import)[] = [
  ...(['import_id', 'status', 'total', 'done', 'imported', 'skipped', 'refused', 'annotated', 'calls'] as const),
  ...(['rows', 'rows_with_audio', 'rows_imported', 'rows_skipped', 'rows_refused', 'rows_without_audio'] as const),
  ...(['record_files_refused', 'other_files', 'bytes'] as const),
];

type Told = { type: WebhookEvent; data: string };

/** What is told of a change, and its event. */
function toldOf({ event, data }: Seen): Told {
  if (event === 'destroyed_call') return { type: 'call.destroyed', data };
  const what: { change: string } & Partial<Import> = JSON.parse(data);
  if (event !== 'import') return { type: `${event}.${what.change}` as WebhookEvent, data };
  const counts = Object.fromEntries(importCounts.map((name) => [name, what[name]]));
  return { type: 'import.done', data: JSON.stringify(counts) };
}

type Listening = { webhook_id: string; user_id: string; events: string };

/** Writes what the webhooks that are on are to be told of changes: what their users reach at this moment. */
export const enqueue = change('webhooks.enqueue', (db, announced: readonly Announcement[], { at }): void => {
  const listening = db
    .prepare<[], Listening>('SELECT webhook_id, user_id, events FROM webhooks WHERE is_on = 1 ORDER BY webhook_id')
    .all();
  for (const { webhook_id, user_id, events } of listening) {
    const wanted: string[] = JSON.parse(events);
    const heard = announced.filter((one) => wanted.some((event) => event.startsWith(`${subjectOf(one)}.`)));
    const told = heard.length > 0 ? toldTo(db, user_id, heard, at) : [];
    const deliveries = told.filter(({ type }) => wanted.includes(type));
    for (const delivery of deliveries) insertDelivery(db, { webhook_id, ...delivery }, at);
    if (deliveries.length > 0) dropSurplus(db, webhook_id);
  }
});

/** What the events about an announced record begin with; the progress of an import has none. */
function subjectOf({ event, said }: Announcement): string {
  if (event === 'destroyed_call') return 'call';
  return event === 'import' && (said as { change: string }).change !== 'done' ? 'none' : event;
}

/** What a user may be told of these changes, in their order. */
function toldTo(db: Connection, user_id: string, announced: readonly Announcement[], at: number): Told[] {
  const account = accountById.run(db, { user_id, now: at });
  const actor = account?.may_sign_in ? actorFrom(account, undefined, 'UTC') : undefined;
  if (!actor || !holds(actor.permissions, 'calls:view')) return [];
  const viewer = viewerOf({ actor, scope: scopeOf(actor, at) });
  const seen = new Map(selectSeen.run(db, { announced, viewer }).map((one) => [`${one.event} ${one.id}`, one]));
  return announced.flatMap(({ event, id }) => {
    const one = seen.get(`${event} ${id}`);
    return one ? [toldOf(one)] : [];
  });
}

// Written with the changes, so that no crash comes between them.
beforeCommit(enqueue.change);

type NewDelivery = { delivery_id?: string; webhook_id: string; type: string; data: string };

const insertDelivery = (db: Connection, { delivery_id = randomUUID(), ...delivery }: NewDelivery, at: number): void =>
  void db
    .prepare<object>(`
      INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, data, status, next_attempt_at, created_at)
      VALUES (@delivery_id, @webhook_id, @type, @data, 'pending', @at, @at)`)
    .run({ delivery_id, ...delivery, at });

function dropSurplus(db: Connection, webhook_id: string): void {
  db.prepare<object>(`
    UPDATE webhook_deliveries SET status = 'dropped', next_attempt_at = NULL
    WHERE webhook_id = @webhook_id AND status = 'pending' AND place <= (
      SELECT d.place FROM webhook_deliveries d WHERE d.webhook_id = @webhook_id AND d.status = 'pending'
      ORDER BY d.place DESC LIMIT 1 OFFSET @most)`).run({ webhook_id, most: mostPending });
}

/** A delivery to make, with its webhook. */
export type Due = {
  delivery_id: string;
  webhook_id: string;
  type: string;
  data: string;
  created_at: number;
  url: string;
};

/**
 * The first delivery that is due, of each webhook that is on and not busy, in the order of the changes. What was tried before
 * comes after what was not, so that a receiver that is slow hears of new changes.
 */
export const selectDue = query('webhooks.due', (db, { now, busy }: { now: number; busy: readonly string[] }): Due[] => {
  const webhooks = db.prepare<[], { webhook_id: string }>('SELECT webhook_id FROM webhooks WHERE is_on = 1').all();
  const first = (tried: string) =>
    db.prepare<object, Due>(`
        SELECT d.delivery_id, d.webhook_id, d.type, d.data, d.created_at, w.url
        FROM webhook_deliveries d JOIN webhooks w ON w.webhook_id = d.webhook_id
        WHERE d.webhook_id = @webhook_id AND d.status = 'pending' AND d.attempts ${tried} AND d.next_attempt_at <= @now
        ORDER BY d.place LIMIT 1`);
  const [untried, tried] = [first('= 0'), first('> 0')];
  return webhooks.flatMap(({ webhook_id }) => {
    if (busy.includes(webhook_id)) return [];
    return untried.get({ webhook_id, now }) ?? tried.get({ webhook_id, now }) ?? [];
  });
});

/** The secrets of a webhook that sign now, the newest first. */
export const selectSigning = query(
  'webhooks.signing',
  (db, input: { webhook_id: string; now: number }): MasterSealed[] =>
    db
      .prepare<typeof input, MasterSealed>(`
        SELECT secret_id AS id, secret_sealed AS sealed FROM webhook_secrets
        WHERE webhook_id = @webhook_id AND (signs_until IS NULL OR signs_until > @now)
        ORDER BY coalesce(signs_until, 9007199254740991) DESC`)
      .all(input),
);

/** When the next delivery becomes due (ms); null for never. */
export const selectNextDue = query(
  'webhooks.next-due',
  (db, { now }: { now: number }): number | null =>
    db
      .prepare<object, { at: number | null }>(`
        SELECT min(d.next_attempt_at) AS at FROM webhooks w
        JOIN webhook_deliveries d ON d.webhook_id = w.webhook_id AND d.status = 'pending'
        WHERE w.is_on = 1 AND d.next_attempt_at > @now`)
      .get({ now })?.at ?? null,
);

/** What came of a try: a status of HTTP, or why there is none. */
export type Tried = { status: number | null; fault: (typeof deliveryFaults)[number] | null };

/**
 * Stores what came of a try. One that was not accepted is tried again after the next wait, until it has failed; the status
 * 410 (Gone) turns the webhook off.
 */
export const recordTry = change(
  'webhooks.tried',
  (db, { delivery_id, status, fault }: Tried & { delivery_id: string }, by): void => {
    const sql = 'SELECT webhook_id, attempts FROM webhook_deliveries WHERE delivery_id = @delivery_id';
    const known = db.prepare<object, { webhook_id: string; attempts: number }>(sql).get({ delivery_id });
    if (!known) return;
    const { webhook_id, attempts } = known;
    const isGone = status === 410;
    const wait = fault === null || isGone ? undefined : waitsMs[attempts];
    db.prepare<object>(`
      UPDATE webhook_deliveries SET status = @outcome, attempts = attempts + 1, response_status = @status, fault = @fault,
        next_attempt_at = @next
      WHERE delivery_id = @delivery_id AND status = 'pending'`).run({
      delivery_id,
      status,
      fault,
      outcome: fault === null ? 'delivered' : wait === undefined ? 'failed' : 'pending',
      next: wait === undefined ? null : by.at + wait,
    });
    db.prepare<object>(`
      UPDATE webhooks SET last_status = coalesce(@status, last_status),
        last_delivery_at = CASE WHEN @accepted = 1 THEN @at ELSE last_delivery_at END,
        failing_since = CASE WHEN @accepted = 1 THEN NULL ELSE coalesce(failing_since, @at) END
      WHERE webhook_id = @webhook_id`).run({ webhook_id, status, accepted: fault === null ? 1 : 0, at: by.at });
    if (isGone) turnOff(db, webhook_id, by);
  },
  // Otherwise, what was accepted on a full disk would be sent again and again.
  { essential: true },
);

function turnOff(db: Connection, webhook_id: string, by: By): void {
  const sql = `UPDATE webhooks SET is_on = 0, ${nextVersion} WHERE webhook_id = @webhook_id AND is_on = 1`;
  if (db.prepare<object>(sql).run({ webhook_id, at: by.at }).changes === 0) return;
  const details = { changes: { is_on: [true, false] } };
  audit(db, by, { action: 'update', resource: 'webhook', resource_id: webhook_id, details });
}

type OfWebhook = { id: string; scope: Scope };

/** Adds and audits a test of a webhook. Refused with NotFound out of scope. */
export const insertTest = change(
  'webhooks.test',
  (db, { id, scope, delivery_id }: OfWebhook & { delivery_id: string }, by): void => {
    mustBeInScope(db, { id, scope });
    insertDelivery(db, { delivery_id, webhook_id: id, type: 'webhook.test', data: '{}' }, by.at);
    dropSurplus(db, id);
    audit(db, by, { action: 'update', resource: 'webhook', resource_id: id, details: { test: delivery_id } });
  },
);

/** Makes a delivery due again, from its first try on, and audits that. Refused with NotFound out of scope. */
export const retryDelivery = change(
  'webhooks.retry',
  (db, { id, scope, delivery_id }: OfWebhook & { delivery_id: string }, by): void => {
    mustBeInScope(db, { id, scope });
    const { changes } = db
      .prepare<object>(`
        UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = @at
        WHERE delivery_id = @delivery_id AND webhook_id = @id`)
      .run({ delivery_id, id, at: by.at });
    if (changes === 0) throw notFound();
    dropSurplus(db, id);
    audit(db, by, { action: 'update', resource: 'webhook', resource_id: id, details: { retried: delivery_id } });
  },
);

function mustBeInScope(db: Connection, { id, scope }: OfWebhook): void {
  if (!webhookList.one.run(db, { id, scope, zone: 'UTC' })) throw notFound();
}

/** Deletes deliveries after seven days, unless they are still to be made. */
export const removeOldDeliveries = change('webhooks.remove-old', (db, _: undefined, { at }): void => {
  db.prepare<object>("DELETE FROM webhook_deliveries WHERE created_at < @before AND status <> 'pending'").run({
    before: at - keptMs,
  });
});
