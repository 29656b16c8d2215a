import { randomUUID } from 'node:crypto';
import type { Call } from '@shared/contract/calls';
import { callSorts } from '@shared/contract/calls';
import { fold } from '@shared/fold';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { type Archived, generatedArchive, type World } from '../support/plain-search/archive';
import { filtersOver } from '../support/plain-search/filters';
import { seed } from '../support/seed';
import { startService } from '../support/start-service';

type Value = string | number | null;
type Archive = Awaited<ReturnType<typeof generatedArchive>>;

const archived = 300;

/** Completed evaluations of a third of the calls, some of them evaluated twice; their last scores. */
function evaluate({ given, calls, world }: Archive): Map<string, number | null> {
  const stamps = { created_at: 0, updated_at: 0 };
  const form = { form_id: randomUUID(), tenant_id: world.tenant[0] as string };
  given.insert('evaluation_forms', { ...form, name: 'F', name_folded: 'f', is_active: 1, revision: 1, ...stamps });
  given.insert('evaluation_form_revisions', {
    form_id: form.form_id,
    revision: 1,
    name: 'F',
    description: '',
    type: 'manual',
  });
  const last = new Map<string, number | null>();
  const keys = given.database((db) =>
    db
      .prepare<[], { call_id: string; call_pk: number; setup_time: number }>(
        'SELECT call_id, call_pk, setup_time FROM calls',
      )
      .all(),
  );
  const of = new Map(keys.map((one) => [one.call_id, one]));
  for (const [n, { call_id, foreign }] of calls.entries()) {
    if (n % 3 > 0 || foreign) continue;
    for (let time = 0; time <= n % 2; time += 1) {
      const score = (n + time) % 5 === 0 ? null : (n * 7 + time * 31) % 101;
      last.set(call_id, score);
      given.insert('evaluation_reports', {
        report_id: randomUUID(),
        ...form,
        form_revision: 1,
        call_pk: of.get(call_id)?.call_pk ?? null,
        call_id,
        call_time: of.get(call_id)?.setup_time ?? 0,
        agent_user_id: world.users[0] as string,
        evaluator_user_id: world.users[0] as string,
        title: '',
        title_folded: '',
        description: '',
        status: 'completed',
        evaluation_completed_at: 10 + time,
        agent_can_view: 1,
        agent_can_dispute: 1,
        agent_review_mandatory: 0,
        score,
        ...stamps,
      });
    }
  }
  return last;
}

/** An archive with evaluations, and callers who reach all, the calls of a group, and their own. */
async function prepared() {
  const archive = await generatedArchive(archived);
  const scores = evaluate(archive);
  const { given, admin, world } = archive;
  const permissions = ['calls:view', 'evaluation_reports:view', 'call_notes:view'] as const;
  const group_id = world.groups[0] as string;
  const member = await given.user({ access_level: 'managed_groups', group_id, permissions: [...permissions] });
  const alone = await given.user({ access_level: 'user', permissions: [...permissions] });
  given.database((db) => {
    const names = { now: alone.user_id, was: world.users[1] as string };
    db.prepare<typeof names>('UPDATE call_users SET user_id = @now WHERE user_id = @was').run(names);
    const managed = { user_id: member.user_id, group_id };
    db.prepare<typeof managed>(
      'INSERT INTO user_managed_groups (user_id, group_id) VALUES (@user_id, @group_id) ON CONFLICT DO NOTHING',
    ).run(managed);
  });
  return { ...archive, scores, callers: { all: admin, group: member, own: alone } };
}

const isOutbound = ({ protocol_call_direction: direction }: Call) => direction === 1;
const agentIn = ({ participants }: Call) => participants.find(({ party_type }) => party_type === 1)?.party_name ?? null;

type About = { world: World; scores: ReadonlyMap<string, number | null> };

/** What a call is sorted by, in JavaScript; `world` names the custom fields. */
function sortValue(sort: string, call: Call, own: Archived, { world, scores }: About): Value {
  const outside = isOutbound(call) ? [call.to_name, call.to_number] : [call.from_name, call.from_number];
  const inside = isOutbound(call) ? [call.from_name, call.from_number] : [call.to_name, call.to_number];
  const text = (value: string | null | undefined) => (value == null ? null : fold(value));
  const [string, date, option, integer] = world.fields.map((id) => `custom_field_${id}`);
  const values: Record<string, () => Value> = {
    duration: () => call.duration,
    customer: () => text(outside[0] ?? outside[1]),
    number: () => text(outside[1]),
    agent: () => text(call.agent_name ?? agentIn(call) ?? inside[0] ?? inside[1]),
    notes_count: () => own.notes.length,
    score: () => scores.get(call.call_id) ?? null,
    talk_share_agent: () => own.talk?.agent ?? null,
    talk_share_customer: () => own.talk?.customer ?? null,
    silence_share: () => own.talk?.agent ?? null,
    overlap_share: () => own.talk?.customer ?? null,
    longest_silence: () => own.talk?.silence_ms ?? null,
    longest_monologue: () => own.talk?.monologue_ms ?? null,
    interruptions: () => own.talk?.interruptions ?? null,
    [string ?? '']: () => text(own.string),
    [date ?? '']: () => own.date,
    [option ?? '']: () => text(own.option),
    [integer ?? '']: () => (own.integer === null ? null : Number(own.integer)),
  };
  return values[sort]?.() ?? null;
}

/** Texts by code point, as UTF-8 is; numbers by size. */
const compared = (one: string | number, other: string | number): number =>
  typeof one === 'number' || typeof other === 'number'
    ? Number(one) - Number(other)
    : Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Every call of a search, page by page. */
async function walked(caller: Caller, query: string): Promise<Call[]> {
  const calls: Call[] = [];
  for (let url: string | null = `/api/v2/calls.json?${query}`; url !== null; ) {
    const { status, body }: Awaited<ReturnType<Caller['get']>> = await caller.get(url);
    if (status !== 200) throw new Error(`${url}: ${JSON.stringify(body)}`);
    calls.push(...body.calls);
    url = body.next_url;
  }
  return calls;
}

const ids = (calls: readonly Call[]) => calls.map(({ call_id }) => call_id);

test('every order is that of a plain sort, page by page, for each reach and with filters', {
  timeout: 300_000,
}, async () => {
  const { calls, world, scores, callers } = await prepared();
  const owns = new Map(calls.map((call) => [call.call_id, call]));
  const sorts = [...callSorts.slice(1), ...world.fields.map((id) => `custom_field_${id}`)];
  const chosen = fc.sample(
    fc.tuple(
      fc.constantFrom(...sorts),
      fc.constantFrom('asc', 'desc'),
      fc.constantFrom('all', 'group', 'own'),
      fc.array(filtersOver(calls, world), { maxLength: 1 }),
      fc.integer({ min: 20, max: 400 }),
      fc.nat(60),
    ),
    { seed, numRuns: 240 },
  );
  for (const [sort, sort_order, reach, filters, limit, start] of chosen) {
    const search = new URLSearchParams(filters.map(({ parameter, value }) => [parameter, value] as [string, string]));
    if (filters.length > 0) search.set('advanced_search', '1');
    const caller = callers[reach as keyof typeof callers];
    const newest = await walked(caller, `${search}&limit=1000`);
    // Somebody who reaches only their own calls sees no evaluations of others.
    const known = { world, scores: reach === 'own' ? new Map() : scores };
    const values = newest.map((call) => sortValue(sort, call, owns.get(call.call_id) as Archived, known));
    const direction = sort_order === 'asc' ? 1 : -1;
    const order = newest.map((_, at) => at);
    order.sort((one, other) => {
      const [a = null, b = null] = [values[one], values[other]];
      if (a === null || b === null) return a === b ? -direction * (one - other) : a === null ? 1 : -1;
      return direction * compared(a, b) || -direction * (one - other);
    });
    const expected = order.map((at) => newest[at]?.call_id);

    const query = `${search}&sort=${sort}&sort_order=${sort_order}`;
    const about = `${reach} ${query}`;
    expect(ids(await walked(caller, `${query}&limit=${limit}`)), about).toEqual(expected);
    const jump = await caller.get(`/api/v2/calls.json?${query}&limit=5&start=${start}`);
    expect(ids(jump.body.calls), `${about} start ${start}`).toEqual(expected.slice(start, start + 5));
    expect(jump.body.total ?? newest.length, about).toBe(newest.length);
  }
});

test('an order needs its right, and a field that its caller sees', async () => {
  const { admin, given } = await startService();
  const person = await given.user({ permissions: ['calls:view'] });
  const outcome = async (caller: Caller, sort: string) => {
    const { status, body } = await caller.get(`/api/v2/calls.json?sort=${sort}`);
    return [status, ...Object.keys(body.details ?? {})];
  };

  expect(await outcome(admin, 'setup_time')).toEqual([200]);
  expect(await outcome(person, 'score')).toEqual([403]);
  expect(await outcome(person, 'notes_count')).toEqual([403]);
  expect(await outcome(person, 'duration')).toEqual([200]);
  for (const wrong of ['name', 'custom_field_1', `custom_field_${randomUUID()}`, 'talk'])
    expect(await outcome(admin, wrong)).toEqual([400, 'sort']);
});

test('what a call is sorted by follows its changes', async () => {
  const { admin, given } = await startService();
  const [one = '', two = ''] = await given.calls({ from_name: 'Ada' }, { from_name: 'Bea' });
  const order = async (sort: string) => ids((await admin.get(`/api/v2/calls.json?sort=${sort}`)).body.calls);

  expect(await order('customer')).toEqual([two, one]);
  await admin.put(`/api/v2/calls/${one}.json`, { call: { from_name: 'Çelik' } });
  const note = await admin.post(`/api/v2/calls/${two}.json/notes.json`, { note: { text: 'Call back' } });
  expect(await order('notes_count&sort_order=desc')).toEqual([two, one]);
  await admin.delete(note.body.url);
  await admin.post(`/api/v2/calls/${one}.json/notes.json`, { note: { text: 'Called back' } });

  expect(await order('notes_count')).toEqual([one, two]);
  const sorted = (await admin.get('/api/v2/calls.json?sort=customer')).body.calls.map(
    ({ from_name }: Call) => from_name,
  );
  expect(sorted).toEqual(['Çelik', 'Bea'].sort((a, b) => compared(fold(b), fold(a))));
});
