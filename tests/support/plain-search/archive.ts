import { randomUUID } from 'node:crypto';
import type { FilterName } from '@shared/call-filters/table';
import { fold } from '@shared/fold';
import fc from 'fast-check';
import type { NewCall } from '../../../electron/service/resources/calls/calls';
import { field } from '../advanced-search';
import { party } from '../given';
import { startService } from '../start-service';

/** Its clocks change on 29 March 2026, in the middle of the archive. */
const timezone = 'Europe/Berlin';
const [firstMs, lastMs] = [Date.UTC(2026, 2, 27), Date.UTC(2026, 3, 1)];

/** Texts that case, accents, scripts and the quoting of searches treat differently. */
const words = 'Tomás TOMAS ǅ ﬁona Weiß WEISS Straße ΣΊΣΥΦΟΣ σίσυφος Алёна алена مُحَمَّد ガラス ｶﾞ 김민준 हिन्दी İpek ıpek'
  .split(' ')
  .concat(['%', '_', '"', "O'Neil", '( )', 'a-b', 'K', '１２', '😀', 'e\u0301', 'a\tb']);
export const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));
const number = fc
  .tuple(fc.constantFrom('+', '00', '', '0'), fc.integer({ min: 0, max: 499 }), fc.constantFrom('', '-', ' '))
  .map(([prefix, digits, gap]) => `${prefix}${String(digits).slice(0, 2)}${gap}${String(digits).slice(2)}`);
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });

/** Places of the people, categories, clients and options of the archive. */
const place = fc.nat(2);
const places = fc.uniqueArray(place, { maxLength: 2 });
export const options = ['Gold', 'Gold, rare', 'Silver'];

const archive = fc.record({
  // Without a bias for the ends, because only some calls can begin in the same ms.
  setup_time: fc.noBias(fc.integer({ min: firstMs, max: lastMs })),
  duration: fc.constantFrom(0, 1, 59, 60, 61, 3_599, 3_600, 36_000),
  protocol_call_direction: place,
  call_state: fc.nat(8),
  record_state: fc.nat(4),
  voip_protocol: fc.constantFrom(0, 1, 5, 99),
  on_demand_state: some(fc.nat(1)),
  confidential: some(fc.nat(1)),
  protocol_call_id: some(text),
  protocol_tracking_id: some(text),
  from_number: some(number),
  to_number: some(number),
  from_name: some(text),
  to_name: some(text),
  from_id: some(text),
  to_id: some(text),
  agent_id: some(text),
  agent_name: some(text),
  acd_number: some(number),
  acd_name: some(text),
  users: places,
  categories: places,
  foreign: fc.boolean(),
  notes: fc.array(text, { maxLength: 2 }),
  string: some(text),
  date: some(fc.constantFrom('2026-03-28', '2026-03-29', '2026-03-30')),
  option: some(fc.constantFrom(...options)),
  integer: some(fc.integer({ min: -20, max: 20 }).map(String)),
  files: fc.array(some(text), { maxLength: 2 }),
  legal_hold: fc.boolean(),
  // Of a call whose talk is not measured: null.
  talk: some(
    fc.record({
      agent: fc.nat(1000),
      customer: some(fc.nat(1000)),
      silence_ms: fc.nat(100).map((frames) => frames * 20),
      monologue_ms: some(fc.nat(200).map((frames) => frames * 20)),
      interruptions: some(fc.nat(3)),
    }),
  ),
});
export type Archived = (typeof archive extends fc.Arbitrary<infer T> ? T : never) & { call_id: string };

/** The records that calls refer to, each named by its place. */
export type World = {
  ids: string[];
  tenant: string[];
  users: string[];
  names: string[];
  groups: string[];
  fields: string[];
  categories: string[];
  clients: string[];
  contacts: string[];
};
export type Value = string | number | null;
export type Subject = {
  type: 'text' | 'number' | 'decimal' | 'set' | 'id' | 'day' | 'second' | 'length';
  values: (call: Archived) => Value[];
};

export const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
const digitsOf = (written: string) => written.replace(/[ -]/g, '').replace(/^(\+|00)(?=\d)/, '+');

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' });

/** The names of values: `timezone` has none, and evaluations and imports are no part of this archive. */
type Valued = Exclude<
  FilterName,
  | 'timezone'
  | 'evaluation_form_id'
  | 'evaluation_section_id'
  | 'evaluator_id'
  | 'import_id'
  | 'score'
  | 'is_passed'
  | 'agent_review_status'
  | 'evaluation_status'
  | 'evaluation_question_id'
>;

const tenths = (value: number | null | undefined) => (value == null ? null : value / 10);
const seconds = (ms: number | null | undefined) => (ms == null ? null : Math.floor(ms / 1000));

/** The values that a call has under each name, in JavaScript. */
export function subjectsOf(world: World): Record<Valued, Subject> & Record<string, Subject> {
  const texts = (...names: (keyof Archived)[]): Subject => ({
    type: 'text',
    values: (call) => names.map((name) => call[name] as Value),
  });
  const codes = (name: keyof Archived): Subject => ({ type: 'set', values: (call) => [call[name] as Value] });
  const ids = (values: (call: Archived) => Value[]): Subject => ({ type: 'set', values });
  const custom = (name: 'string' | 'date' | 'option' | 'integer', type: Subject['type']): Subject => ({
    type,
    values: (call) => [type === 'number' && call[name] !== null ? Number(call[name]) : call[name]],
  });
  const [string, date, option, integer] = world.fields.map((id) => `custom_field_${id}`) as [
    string,
    string,
    string,
    string,
  ];
  return {
    date: { type: 'day', values: ({ setup_time }) => [localDay.format(setup_time)] },
    datetime: { type: 'second', values: ({ setup_time }) => [Math.floor(setup_time / 1000)] },
    hour: ids(({ setup_time }) => [String(Number(clock.format(setup_time)))]),
    // Sunday is 0 in JavaScript, and 7 here.
    weekday: ids(({ setup_time }) => [String(new Date(localDay.format(setup_time)).getUTCDay() || 7)]),
    duration: { type: 'length', values: ({ duration }) => [duration] },
    direction: codes('protocol_call_direction'),
    call_state: codes('call_state'),
    record_state: codes('record_state'),
    voip_protocol: codes('voip_protocol'),
    on_demand_state: codes('on_demand_state'),
    confidential: ids(({ confidential }) => [confidential === null ? null : String(confidential === 1)]),
    has_audio: ids(({ files }) => [String(files.length > 0)]),
    legal_hold: ids(({ legal_hold }) => [String(legal_hold)]),
    original_name: { type: 'text', values: ({ files }) => files },
    call_id: { type: 'id', values: ({ call_id }) => [call_id] },
    pbx_call_id: texts('protocol_call_id'),
    pbx_tracking_id: texts('protocol_tracking_id'),
    phone_number: texts('from_number', 'to_number'),
    phone_number_from: texts('from_number'),
    phone_number_to: texts('to_number'),
    phone_name: texts('from_name', 'to_name'),
    phone_name_from: texts('from_name'),
    phone_name_to: texts('to_name'),
    phone_id: texts('from_id', 'to_id'),
    phone_id_from: texts('from_id'),
    phone_id_to: texts('to_id'),
    agent_id: texts('agent_id'),
    agent_name: texts('agent_name'),
    acd_number: texts('acd_number'),
    acd_name: texts('acd_name'),
    user_id: ids(({ users }) => users.map((one) => world.users[one] as string)),
    user_name: { type: 'text', values: ({ users }) => users.map((one) => world.names[one] as string) },
    group_id: ids(({ users }) => users.map((one) => world.groups[one] as string)),
    client_id: ids(({ from_number, to_number, foreign }) => {
      const keys = [from_number, to_number].map((written) => written && digitsOf(written));
      return world.clients.filter((_, n) => !foreign && keys.includes(world.contacts[n] as string));
    }),
    tenant_id: ids(({ foreign }) => [world.tenant[foreign ? 1 : 0] as string]),
    // The third category is another user's own.
    category_id: ids(({ categories }) =>
      categories.filter((one) => one < 2).map((one) => world.categories[one] as string),
    ),
    notes: { type: 'text', values: ({ notes }) => notes },
    notes_count: { type: 'number', values: ({ notes }) => [notes.length] },
    talk_share_agent: { type: 'decimal', values: ({ talk }) => [talk && talk.agent / 10] },
    talk_share_customer: { type: 'decimal', values: ({ talk }) => [tenths(talk?.customer)] },
    silence_share: { type: 'decimal', values: ({ talk }) => [talk && talk.agent / 10] },
    overlap_share: { type: 'decimal', values: ({ talk }) => [tenths(talk?.customer)] },
    longest_silence: { type: 'length', values: ({ talk }) => [talk && Math.floor(talk.silence_ms / 1000)] },
    longest_monologue: { type: 'length', values: ({ talk }) => [seconds(talk?.monologue_ms)] },
    interruptions: { type: 'number', values: ({ talk }) => [talk?.interruptions ?? null] },
    [string]: custom('string', 'text'),
    [date]: custom('date', 'day'),
    [option]: custom('option', 'set'),
    [integer]: custom('integer', 'number'),
  };
}

/** Creates an archive of generated calls. Returns them newest first. */
export async function generatedArchive(archived: number) {
  const { admin, given } = await startService({ timezone });
  const own = (await admin.get('/api/v2/sessions.json')).body.user.tenant_id;
  const stamps = { created_at: 0, updated_at: 0 };
  const groups = [await given.group(), await given.group(), await given.group()];
  const people = [];
  for (const group_id of groups) people.push(await given.user({ group_id }));
  const users = people.map(({ user_id }) => user_id);
  const names = ['Ada Çelik', 'ΣΊΣΥΦΟΣ', '김민준'];
  const fields = ['string', 'date', 'option', 'integer'].map((type) =>
    field({ given }, type, {}, type === 'option' ? options : []),
  );
  const clients = [randomUUID(), randomUUID()];
  const [calls = []] = fc.sample(fc.array(archive, { minLength: archived, maxLength: archived }), 1);
  const contacts = calls
    .flatMap(({ from_number }) => from_number ?? [])
    .slice(0, 2)
    .map(digitsOf);
  for (const [n, client_id] of clients.entries()) {
    given.insert('clients', { client_id, tenant_id: own, name: client_id, name_folded: client_id, ...stamps });
    const number_key = contacts[n];
    given.insert('client_contacts', { client_id, position: 0, phone_number: number_key, number_key });
  }
  const categories = [await given.category('One'), await given.category('Two')];
  categories.push(await given.category('Own', users[0]));
  const tenant = [own, await given.tenant()];
  const ids = await given.calls(
    ...calls.map(
      ({
        users: on,
        categories: in_,
        notes: _,
        files: __,
        legal_hold: ___,
        talk: ____,
        foreign,
        string,
        date,
        option,
        integer,
        ...call
      }) => ({
        ...(call as Partial<NewCall>),
        tenant_id: tenant[foreign ? 1 : 0] as string,
        participants: on.map((one) => party(users[one] as string)),
        category_ids: in_.map((one) => categories[one] as string),
        custom_values: [string, date, option, integer].flatMap((value, n) =>
          value === null ? [] : [{ field_id: fields[n] as string, value }],
        ),
      }),
    ),
  );
  given.database((db) => {
    const rename = db.prepare<object>('UPDATE users SET name = @name, name_folded = @folded WHERE user_id = @user_id');
    for (const [n, name] of names.entries()) rename.run({ user_id: users[n], name, folded: fold(name) });
    const note = db.prepare<object>(`
      INSERT INTO call_notes (note_id, call_pk, text, text_folded, created_at, updated_at)
      SELECT @note_id, call_pk, @text, @folded, 0, 0 FROM calls WHERE call_id = @call_id`);
    for (const [n, { notes }] of calls.entries()) {
      for (const one of notes) note.run({ note_id: randomUUID(), call_id: ids[n], text: one, folded: fold(one) });
    }
    const measured = db.prepare<object>(`
      UPDATE call_order SET talk_share_agent = 10 * @agent, talk_share_customer = 10 * @customer,
        silence_share = 10 * @agent, overlap_share = 10 * @customer, longest_silence = @silence_ms,
        longest_monologue = @monologue_ms, interruptions = @interruptions
      WHERE call_pk = (SELECT call_pk FROM calls WHERE call_id = @call_id)`);
    for (const [n, { talk }] of calls.entries()) if (talk) measured.run({ ...talk, call_id: ids[n] });
    const counted = db.prepare<object>(`
      UPDATE call_order SET notes_count = @notes WHERE call_pk = (SELECT call_pk FROM calls WHERE call_id = @call_id)`);
    for (const [n, { notes }] of calls.entries()) counted.run({ notes: notes.length, call_id: ids[n] });
    const hold = db.prepare<object>('UPDATE calls SET legal_hold = 1 WHERE call_id = @call_id');
    for (const [n, { legal_hold }] of calls.entries()) if (legal_hold) hold.run({ call_id: ids[n] });
  });
  given.withFiles(
    ids,
    calls.map(({ files }) => files),
  );
  const stored = given.database((db) =>
    db.prepare<[], { call_id: string }>('SELECT call_id FROM calls ORDER BY call_pk DESC').all(),
  );
  const byId = new Map(calls.map((call, n) => [ids[n], { ...call, call_id: ids[n] as string }]));
  const newestFirst = stored.map(({ call_id }) => byId.get(call_id) as Archived);
  return {
    admin,
    given,
    calls: newestFirst,
    world: { ids, tenant, users, names, groups, fields, categories, clients, contacts },
  };
}
