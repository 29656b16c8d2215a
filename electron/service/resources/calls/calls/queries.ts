import { callTextFields } from '@shared/call-fields';
import type { Call } from '@shared/contract/calls';
import { fold } from '@shared/fold';
import { numberKey } from '@shared/phone-number';
import { reason } from '@shared/reasons/reasons';
import { invalid, Refusal } from '../../../refusal';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { unwalked, valuesOf } from '../../../store/fragments';
import { keptBy } from '../../../store/hooks';
import { change, query } from '../../../store/query';
import { nextVersion } from '../../../store/record';
import { userHooks } from '../../people/users';
import { categoryHooks } from '../categories';
import { callChanges } from './announced.queries';
import { callColumns, foldedColumn, foldedIds } from './columns';
import { insertPauses, type NewPause } from './pauses.queries';
import { keepPeople, ownersOf, type PartyNames } from './people.queries';
import { callsPerMs, firstKeyAt, isFarEnd, isFarParty, partId, sameCallMs } from './rules';
import { indexCall } from './search/queries';

type StoredColumn = Exclude<(typeof callColumns)[number], 'call_id' | 'tenant_id' | 'setup_time'>;

/** A call to store; times in ms, lists resolved to ids. */
export type NewCall = { [K in StoredColumn]?: string | number | null } & {
  call_id: string;
  tenant_id: string;
  setup_time: number;
  participants: NewParticipant[];
  category_ids: string[];
  custom_values: { field_id: string; value: string }[];
  paused_spans?: NewPause[];
  /** Its users, if it is from another archive, whose extensions are not those of this one. */
  people?: string[];
};
export type NewParticipant = Omit<Call['participants'][number], 'participant_id' | 'join_time' | 'leave_time'> & {
  /** The next free id if there is none. */
  participant_id?: string | null;
  join_time: number | null;
  leave_time: number | null;
};

const storedColumns = ['call_pk', ...callColumns, ...foldedIds.map(foldedColumn), 'updated_at'];
const insertion = `INSERT INTO calls (${storedColumns.join(', ')}) VALUES (${storedColumns.map((name) => `@${name}`).join(', ')})`;
const codes = ['protocol_call_direction', 'call_state', 'record_state', 'voip_protocol', 'duration'];
const unknownCall = Object.fromEntries(callColumns.map((name) => [name, codes.includes(name) ? 0 : null]));

const sidesOf = (call: { [K in StoredColumn]?: string | number | null | undefined }): PartyNames[] => [
  isFarEnd(call, 'from') ? [] : [call.from_number, call.from_name, call.from_id],
  isFarEnd(call, 'to') ? [] : [call.to_number, call.to_name, call.to_id],
];

/**
 * Stores a call with its lists, numbers and search text inside the caller's transaction; returns its time key. A party of
 * the near end with the extension of a user is that user.
 */
export function insertCall(
  db: Connection,
  { participants, category_ids, custom_values, paused_spans = [], people, ...call }: NewCall,
  { at }: By,
): number {
  const call_pk = freeKey(db, call.setup_time);
  db.prepare(insertion).run({ ...unknownCall, ...call, ...folded(call), call_pk, updated_at: at });
  insertParties(db, call_pk, { ...call, participants }, people);
  addNames(db, call_pk, { category_ids, custom_values });
  insertPauses(db, call_pk, paused_spans);
  indexCall(db, call_pk);
  callChanges.announce(db, call.call_id, { change: 'created' });
  return call_pk;
}

type Sides = { tenant_id: string } & { [K in StoredColumn]?: string | number | null };

/** Stores the participants, people and numbers of a call that has none. */
function insertParties(
  db: Connection,
  call_pk: number,
  call: Sides & Pick<NewCall, 'participants'>,
  given?: readonly string[],
): void {
  const { participants } = call;
  const party = db.prepare(`
    INSERT INTO call_participants (call_pk, participant_id, join_time, leave_time, user_id, party_direction, party_type,
      party_number, party_name, party_caller_id)
    VALUES (@call_pk, @participant_id, @join_time, @leave_time, @user_id, @party_direction, @party_type,
      @party_number, @party_name, @party_caller_id)`);
  const parties = participants.map((one) => (isFarParty(call, one) ? [] : [one.party_number, one.party_name]));
  const owners = given ? [] : ownersOf(db, call.tenant_id, [...parties, ...sidesOf(call)]);
  const people = participants.map(({ user_id }, place) => user_id ?? owners[place] ?? null);
  const ids = participantIds(participants);
  participants.forEach(
    (one, place) => void party.run({ ...one, user_id: people[place], call_pk, participant_id: ids[place] }),
  );
  keepPeople(db, call_pk, given ?? [...people, ...owners.slice(participants.length)]);
  addNumbers(db, call_pk, [
    call.from_number as string,
    call.to_number as string,
    ...participants.map((one) => one.party_number),
  ]);
}

/** The ids of participants: those that they were sent with, for others the next free one. */
function participantIds(participants: readonly NewParticipant[]): (string | undefined)[] {
  const taken = new Set(participants.map(({ participant_id }) => participant_id));
  let used = 0;
  const free = (): string | undefined => {
    const next = partId(used++);
    return taken.has(next) ? free() : next;
  };
  return participants.map(({ participant_id }) => participant_id ?? free());
}

function addNumbers(db: Connection, call_pk: number, numbers: readonly (string | null)[]): void {
  const number = db.prepare(`
    INSERT INTO call_numbers (number_key, call_pk) VALUES (@number_key, @call_pk) ON CONFLICT DO NOTHING`);
  for (const number_key of numbers.map(numberKey)) if (number_key) number.run({ number_key, call_pk });
}

type Parties = {
  [K in 'from_number' | 'from_name' | 'to_number' | 'to_name' | 'agent_name']?: string | null | undefined;
} & { protocol_call_direction?: number | undefined };
type StoredSides = { tenant_id: string; protocol_call_direction: number } & Record<
  `${'from' | 'to'}_${'number' | 'name' | 'id'}`,
  string | null
>;

/** Changes the parties of a call, inside the caller's transaction. Omitted values stay. */
export function setParties(db: Connection, call_pk: number, parties: Parties, { at }: By): void {
  const given = Object.entries(parties).filter(([, value]) => value !== undefined);
  const columns = [...given.map(([name]) => `${name} = @${name}`), nextVersion].join(', ');
  db.prepare<object>(`UPDATE calls SET ${columns} WHERE call_pk = @call_pk`).run({
    ...Object.fromEntries(given),
    call_pk,
    at,
  });
  const row = db
    .prepare<object, StoredSides>(`
      SELECT tenant_id, protocol_call_direction, from_number, from_name, from_id, to_number, to_name, to_id
      FROM calls WHERE call_pk = @call_pk`)
    .get({ call_pk });
  const others = db
    .prepare<object, { party_number: string | null; user_id: string | null }>(
      'SELECT party_number, user_id FROM call_participants WHERE call_pk = @call_pk',
    )
    .all({ call_pk });
  const sides = row ? ownersOf(db, row.tenant_id, sidesOf(row)) : [];
  keepPeople(db, call_pk, [...others.map(({ user_id }) => user_id), ...sides]);
  db.prepare<object>('DELETE FROM call_numbers WHERE call_pk = @call_pk').run({ call_pk });
  addNumbers(db, call_pk, [
    row?.from_number ?? null,
    row?.to_number ?? null,
    ...others.map(({ party_number }) => party_number),
  ]);
  indexCall(db, call_pk);
}

/** The folded form of each id of a call. */
const folded = (call: Partial<Record<StoredColumn, string | number | null>>) =>
  Object.fromEntries(foldedIds.map((id) => [foldedColumn(id), call[id] == null ? null : fold(String(call[id]))]));

/** Adds categories and values to a call, inside the caller's transaction. Existing values are kept. */
export function addNames(
  db: Connection,
  call_pk: number,
  { category_ids, custom_values }: Pick<NewCall, 'category_ids' | 'custom_values'>,
): void {
  const category = db.prepare(`
    INSERT INTO call_categories (category_id, call_pk) VALUES (@category_id, @call_pk) ON CONFLICT DO NOTHING`);
  for (const category_id of category_ids) category.run({ category_id, call_pk });
  const value = db.prepare(`
    INSERT INTO call_custom_values (field_id, call_pk, value, value_folded)
    VALUES (@field_id, @call_pk, @value, @value_folded)
    ON CONFLICT DO NOTHING`);
  for (const one of custom_values) value.run({ ...one, call_pk, value_folded: fold(one.value) });
}

userHooks.removing.add(keptBy({ table: 'call_users', column: 'user_id', why: reason('user_on_calls') }));

categoryHooks.removing.add((db, category_id) => {
  const removed = db
    .prepare<{ category_id: string }>(`
      SELECT 1 FROM call_categories x JOIN calls c USING (call_pk)
      WHERE x.category_id = @category_id AND c.removed_at IS NOT NULL AND c.destroying = 0 LIMIT 1`)
    .get({ category_id });
  if (removed) throw new Refusal('Conflict', reason('category_on_removed_calls'));
});

categoryHooks.removed.add((db, category_ids) => {
  const which = { ids: JSON.stringify(category_ids) };
  const among = `call_categories WHERE category_id IN ${valuesOf('@ids', 'text')}`;
  const held = `SELECT 1 FROM calls c WHERE c.legal_hold = 1 AND c.call_pk IN (SELECT call_pk FROM ${among}) LIMIT 1`;
  if (db.prepare<typeof which>(held).get(which)) throw new Refusal('Conflict', reason('category_on_held_calls'));
  return { calls: db.prepare<typeof which>(`DELETE FROM ${among}`).run(which).changes };
});

// Walking an index by tenant would read all calls of the tenant.
const ofTenant = `${unwalked('tenant_id')} = @tenant_id`;

/** What finds the calls that a record may belong to. */
export type CallName = Pick<
  NewCall,
  'tenant_id' | 'setup_time' | 'protocol_call_id' | 'protocol_tracking_id' | 'from_number' | 'to_number'
>;

/** A call that is not removed, with what a record can contradict: names of categories, and custom values by name. */
export type KnownCall = {
  call_pk: number;
  call_id: string;
  setup_time: number;
  connect_time: number | null;
  disconnect_time: number | null;
  duration: number;
  record_state: number;
  legal_hold: number;
  files: number;
  fields: { [name: string]: string | undefined };
  direction: number;
  categories: string[];
  custom_fields: Record<string, string>;
};

/** Of calls that are alike, only so many are looked at. */
const mostAlike = 100;
const ofDay = `${ofTenant} AND call_pk BETWEEN @first AND @last AND removed_at IS NULL`;
const withId = `protocol_call_id = @id AND ${ofDay}`;
const withTrackingId = `protocol_tracking_id_folded = @id AND ${ofDay}`;
const ofMoment = `${ofTenant} AND call_pk >= @first AND call_pk <= @last AND removed_at IS NULL
  AND from_number IS NOT DISTINCT FROM @from_number AND to_number IS NOT DISTINCT FROM @to_number`;

/** The calls with the same protocol id, up to a day apart: an id used again after that belongs to another call. */
export function callsWithId(db: Connection, { tenant_id, setup_time, protocol_call_id: id }: CallName): KnownCall[] {
  return id ? knownCalls(db, withId, { tenant_id, id, ...withinDay(setup_time) }) : [];
}

/** The calls with the same tracking id, up to a day apart. */
export function callsTracked(db: Connection, { tenant_id, setup_time, protocol_tracking_id }: CallName): KnownCall[] {
  const id = protocol_tracking_id && fold(String(protocol_tracking_id));
  return id ? knownCalls(db, withTrackingId, { tenant_id, id, ...withinDay(setup_time) }) : [];
}

/** The calls with the same start and numbers. */
export function callsAt(
  db: Connection,
  { tenant_id, setup_time, from_number = null, to_number = null }: CallName,
): KnownCall[] {
  const first = firstKeyAt(setup_time);
  return knownCalls(db, ofMoment, { tenant_id, first, last: first + callsPerMs - 1, from_number, to_number });
}

/** These calls, except removed ones. */
export const callsOf = (db: Connection, call_ids: readonly string[]): KnownCall[] =>
  call_ids.length === 0
    ? []
    : knownCalls(db, `call_id IN ${valuesOf('@call_ids', 'text')} AND removed_at IS NULL`, {
        call_ids: JSON.stringify(call_ids),
      });

const withinDay = (setup_time: number) => ({
  first: firstKeyAt(setup_time - sameCallMs),
  last: firstKeyAt(setup_time + sameCallMs),
});

type StoredCall = Omit<KnownCall, 'fields' | 'direction' | 'categories' | 'custom_fields'> & {
  protocol_call_direction: number;
} & { [K in (typeof callTextFields)[number]]: string | null };
type Named = { call_pk: number; name: string };

function knownCalls(db: Connection, which: string, params: Record<string, string | number | null>): KnownCall[] {
  const calls = db
    .prepare<object, StoredCall>(`
      SELECT call_pk, call_id, setup_time, connect_time, disconnect_time, duration, record_state, legal_hold,
        protocol_call_direction, ${callTextFields.join(', ')},
        (SELECT count(*) FROM call_files f WHERE f.call_pk = calls.call_pk) AS files
      FROM calls WHERE ${which} ORDER BY call_pk LIMIT ${mostAlike}`)
    .all(params);
  if (calls.length === 0) return [];
  const these = { call_pks: JSON.stringify(calls.map(({ call_pk }) => call_pk)) };
  const categories = db
    .prepare<object, Named>(`
      SELECT l.call_pk, c.name FROM call_categories l JOIN categories c USING (category_id)
      WHERE l.call_pk IN ${valuesOf('@call_pks', 'integer')}`)
    .all(these);
  const values = db
    .prepare<object, Named & { value: string }>(`
      SELECT v.call_pk, d.name, v.value FROM call_custom_values v JOIN custom_fields d USING (field_id)
      WHERE v.call_pk IN ${valuesOf('@call_pks', 'integer')}`)
    .all(these);
  return calls.map(({ protocol_call_direction: direction, ...call }) => ({
    ...call,
    direction,
    fields: Object.fromEntries(callTextFields.map((name) => [name, call[name] ?? undefined])),
    categories: categories.flatMap(({ call_pk, name }) => (call_pk === call.call_pk ? [name] : [])),
    custom_fields: Object.fromEntries(
      values.flatMap(({ call_pk, name, value }) => (call_pk === call.call_pk ? [[name, value]] : [])),
    ),
  }));
}

/** The names of a new call's categories, and its custom values by name. */
export function namesOf(
  db: Connection,
  { category_ids, custom_values }: Pick<NewCall, 'category_ids' | 'custom_values'>,
): Pick<KnownCall, 'categories' | 'custom_fields'> {
  if (category_ids.length + custom_values.length === 0) return { categories: [], custom_fields: {} };
  const categories = db
    .prepare<object, { name: string }>(
      `SELECT name FROM categories WHERE category_id IN ${valuesOf('@category_ids', 'text')}`,
    )
    .all({ category_ids: JSON.stringify(category_ids) });
  const fields = db
    .prepare<object, { field_id: string; name: string }>(
      `SELECT field_id, name FROM custom_fields WHERE field_id IN ${valuesOf('@field_ids', 'text')}`,
    )
    .all({ field_ids: JSON.stringify(custom_values.map(({ field_id }) => field_id)) });
  const names = new Map(fields.map(({ field_id, name }) => [field_id, name]));
  return {
    categories: categories.map(({ name }) => name),
    custom_fields: Object.fromEntries(custom_values.map(({ field_id, value }) => [names.get(field_id), value])),
  };
}

/** Gives a call the details of a record that it lacks. `isWhole`: also those that it has otherwise, with its times. */
export function fillCall(
  db: Connection,
  call_pk: number,
  call: NewCall,
  { at, isWhole }: By & { isWhole: boolean },
): void {
  const names = callTextFields.filter((name) => call[name] != null);
  const given = Object.fromEntries(names.map((name) => [name, call[name]]));
  const set = [
    ...names.map((name) => `${name} = ${isWhole ? `@${name}` : `coalesce(${name}, @${name})`}`),
    `protocol_call_direction = CASE WHEN protocol_call_direction = 0 THEN @direction ELSE protocol_call_direction END`,
    ...(isWhole ? ['connect_time = @connect_time, disconnect_time = @disconnect_time, duration = @duration'] : []),
    nextVersion,
  ];
  const { connect_time = null, disconnect_time = null, duration = 0, protocol_call_direction: direction = 0 } = call;
  const times = isWhole ? { connect_time, disconnect_time, duration } : {};
  db.prepare<object>(`UPDATE calls SET ${set.join(', ')} WHERE call_pk = @call_pk`).run({
    ...given,
    ...times,
    direction,
    call_pk,
    at,
  });
  const [stored] = knownCalls(db, 'call_pk = @call_pk', { call_pk });
  if (!stored) return;
  const ids = folded(stored.fields);
  db.prepare<object>(
    `UPDATE calls SET ${Object.keys(ids).map((name) => `${name} = @${name}`)} WHERE call_pk = @call_pk`,
  ).run({ ...ids, call_pk });
  const party = 'SELECT 1 FROM call_participants WHERE call_pk = @call_pk LIMIT 1';
  if (isWhole || !db.prepare<object>(party).get({ call_pk })) {
    db.prepare<object>('DELETE FROM call_participants WHERE call_pk = @call_pk').run({ call_pk });
    db.prepare<object>('DELETE FROM call_numbers WHERE call_pk = @call_pk').run({ call_pk });
    insertParties(db, call_pk, { ...stored.fields, tenant_id: call.tenant_id, participants: call.participants });
  } else addNumbers(db, call_pk, [stored.fields.from_number ?? null, stored.fields.to_number ?? null]);
  addNames(db, call_pk, call);
  indexCall(db, call_pk);
}

/** Stores many calls in one transaction. */
export const insertCalls = change('calls.insert-many', (db, { calls }: { calls: NewCall[] }, by): void => {
  for (const call of calls) insertCall(db, call, by);
});

/** The number of calls, including removed ones. */
export const countAllCalls = query(
  'calls.count-all',
  (db) => db.prepare<[], { n: number }>('SELECT count(*) AS n FROM calls').get()?.n ?? 0,
);

/** The next free key of a millisecond. Refused when 1,024 calls began in that millisecond. */
function freeKey(db: Connection, setupMs: number): number {
  const first = firstKeyAt(setupMs);
  const last = db
    .prepare<{ first: number; end: number }, { call_pk: number | null }>(
      'SELECT max(call_pk) AS call_pk FROM calls WHERE call_pk >= @first AND call_pk < @end',
    )
    .get({ first, end: first + callsPerMs })?.call_pk;
  const key = (last ?? first - 1) + 1;
  if (key >= first + callsPerMs) throw invalid({ setup_time: reason('too_many_calls', { most: callsPerMs }) });
  return key;
}
