import { expect, test } from 'vitest';
import { decide, type Ruled } from '../../electron/service/resources/sources/recordings/rules/rules';
import type { Caller } from '../support/caller';
import type { NewPerson } from '../support/given';
import { Sender, tone } from '../support/live';
import { startService, type TestService } from '../support/start-service';
import { strays } from '../support/strays';

const ruled = (rule: Partial<Ruled['rule']>, ...directions: ('in' | 'out')[]): Ruled => ({
  rule: { record: 'always', on_demand_default: null, record_direction: [], confidential: false, ...rule },
  directions,
});
const onDemand = (on_demand_default: 'keep' | 'discard' | null) => ruled({ record: 'on_demand', on_demand_default });

test.each([
  ['nobody', [], { on_demand_state: null, confidential: false }],
  ['one who is always recorded', [ruled({})], { on_demand_state: null, confidential: false }],
  ['one on demand', [onDemand(null)], { on_demand_state: 0, confidential: false }],
  ['one on demand, kept', [onDemand('keep')], { on_demand_state: 1, confidential: false }],
  [
    'one on demand, kept by its rule',
    [ruled({ record: 'on_demand_keep' })],
    { on_demand_state: 1, confidential: false },
  ],
  ['two on demand, one kept', [onDemand('discard'), onDemand('keep')], { on_demand_state: 1, confidential: false }],
  ['always beside on demand', [onDemand('keep'), ruled({})], { on_demand_state: null, confidential: false }],
  ['never beside always', [ruled({ record: 'never' }), ruled({})], { on_demand_state: null, confidential: false }],
  ['a confidential user', [ruled({ confidential: true })], { on_demand_state: null, confidential: true }],
  ['the wanted direction', [ruled({ record_direction: ['in'] }, 'in')], { on_demand_state: null, confidential: false }],
  ['an unknown side', [ruled({ record_direction: ['in'] })], { on_demand_state: null, confidential: false }],
])('the rules of %s decide', (_name, people, decided) => {
  expect(decide(people)).toEqual(decided);
});

test.each([
  ['never', ruled({ record: 'never' })],
  ['the other direction', ruled({ record_direction: ['in'] }, 'out')],
])('a call is not recorded when the only rule says %s', (_name, one) => {
  expect(() => decide([one])).toThrow('do not allow');
});

/** Sets the recording rule of a new user with this extension. */
async function ruledUser({ admin, given }: TestService, extension: string, rule: object): Promise<void> {
  const { user_id } = await given.user();
  const fieldset_recording = { extensions: [extension], ...rule };
  const { status } = await admin.put(`/api/v2/users/${user_id}.json`, { user: { fieldset_recording } });
  expect(status).toBe(200);
}

test('an on-demand recording is dropped when it is closed, unless someone keeps it', async () => {
  const started = await startService();
  const { admin, given, dataFolder } = started;
  await ruledUser(started, '201', { record: 'on_demand', confidential: true });
  const open = () => Sender.open(admin, { call: { from_number: '+442079460321', to_number: '201' } });
  const [dropped, kept] = [await open(), await open()];
  const supervisor = await given.user({ permissions: ['calls:on_demand_trigger', 'calls:confidential'] });
  const choose = (sender: Sender, action: string) =>
    supervisor.post(`/api/v2/calls/${sender.call_id}.json/on_demand?action=${action}`);

  for (const sender of [dropped, kept]) {
    await sender.send(tone(400, 8000));
    await sender.mute();
    await sender.mute('unmute');
    await sender.send(tone(400, 8000));
  }
  const chosen = [await choose(kept, 'keep'), await choose(kept, 'sometimes')];
  await Promise.all([dropped.close(), kept.close()]);

  expect(chosen.map(({ status, body }) => [status, body.on_demand_state])).toEqual([
    [200, 1],
    [400, undefined],
  ]);
  expect(await dropped.call()).toMatchObject({ record_state: 0, on_demand_state: 0, confidential: true, files: [] });
  expect((await dropped.call()).duration).toBe(2);
  expect((await admin.raw(`/api/v2/calls/${dropped.call_id}.json/file`)).status).toBe(404);
  expect(await kept.call()).toMatchObject({ record_state: 3, on_demand_state: 1 });
  expect((await kept.file()).length).toBe(44 + 32_000);
  expect(strays(dataFolder)).toEqual([]);
  expect((await choose(kept, 'discard')).status).toBe(404);
});

test('a sender keeps its on-demand recording, though the call is out of its reach', async () => {
  const started = await startService();
  const { given } = started;
  await ruledUser(started, '201', { record: 'on_demand', confidential: true });
  const narrow: NewPerson = { access_level: 'user', permissions: ['calls:create', 'calls:on_demand_trigger'] };
  const [tool, other] = [await given.user(narrow), await given.user(narrow)];
  const { call_id } = await Sender.open(tool, { call: { to_number: '201' } });
  const keep = (caller: Caller) => caller.post(`/api/v2/calls/${call_id}.json/on_demand?action=keep`);

  const [theirs, own] = [await keep(other), await keep(tool)];

  expect([theirs.status, own.status, own.body.on_demand_state]).toEqual([404, 200, 1]);
});

test('a call of an extension that is never recorded is refused, and other calls are recorded without a choice', async () => {
  const started = await startService();
  const { admin } = started;
  await ruledUser(started, '201', { record: 'never' });
  const recording = { format: 'pcm_s16le', sample_rate: 8000, channels: 1 };

  const refused = await admin.post('/api/v2/recordings.json', {
    recording: { ...recording, call: { from_number: '201' } },
  });
  const other = await Sender.open(admin, { call: { from_number: '202' } });
  const chosen = await admin.post(`/api/v2/calls/${other.call_id}.json/on_demand?action=discard`);

  expect([refused.status, refused.body.error, chosen.status]).toEqual([409, 'Conflict', 409]);
  expect((await other.call()).on_demand_state).toBeNull();
  expect((await admin.get('/api/v2/calls.json')).body.calls).toHaveLength(1);
});

test('an extension has the rule of its user, however it is written in a call', async () => {
  const started = await startService();
  await ruledUser(started, '884-0273', { record: 'never' });
  const open = async (from_number: string) => {
    const recording = { format: 'pcm_s16le', sample_rate: 8000, channels: 1, call: { from_number } };
    return (await started.admin.post('/api/v2/recordings.json', { recording })).status;
  };

  const written = ['8840273', '884 0273', '884-0273', '884/0273', '+8840273', '８８４０２７３', '884\u200b0273'];
  const addresses = ['sip:8840273@192.0.2.1', 'tel:884-0273', '"Ann" <sip:8840273@192.0.2.1>'];
  for (const one of [...written, ...addresses]) expect([one, await open(one)]).toEqual([one, 409]);
  expect(await open('8840274')).toBe(201);
});

test('a number that is given during a recording is decided like one at its start, and loosens nothing', async () => {
  const started = await startService();
  const { admin } = started;
  await ruledUser(started, '201', { record: 'never' });
  await ruledUser(started, '202', { record: 'on_demand' });
  await ruledUser(started, '203', { record: 'always', confidential: true });
  await ruledUser(started, '204', { record: 'always', record_direction: ['in'] });
  const sender = await Sender.open(admin, { call: { from_name: 'Ann' } });
  const name = (call: object) => admin.put(sender.url, { recording: { call } });

  const refused = [await name({ from_number: '201', from_name: 'Ben' }), await name({ from_number: '204' })];
  const before = await sender.call();
  await name({ from_number: '202' });
  const onDemand = await sender.call();
  await name({ to_number: '203' });
  const confidential = await sender.call();
  await name({ from_number: '+442079460321', to_number: null });
  const after = await sender.call();

  expect(refused.map(({ status, body }) => [status, body.error])).toEqual([1, 2].map(() => [409, 'Conflict']));
  expect(before).toMatchObject({ from_number: null, from_name: 'Ann', on_demand_state: null });
  expect(before.confidential).toBeFalsy();
  expect(onDemand).toMatchObject({ from_number: '202', on_demand_state: 0 });
  expect(confidential).toMatchObject({ to_number: '203', on_demand_state: 0, confidential: true });
  expect(after).toMatchObject({ from_number: '+442079460321', on_demand_state: 0, confidential: true });
});

test('a name can be given while the rules of the stored numbers have changed', async () => {
  const started = await startService();
  const sender = await Sender.open(started.admin, { call: { from_number: '201' } });
  await ruledUser(started, '201', { record: 'never' });

  const named = await started.admin.put(sender.url, { recording: { call: { from_number: '201', from_name: 'Ann' } } });

  expect(named.status).toBe(200);
  expect(await sender.call()).toMatchObject({ from_name: 'Ann', on_demand_state: null });
});

test('the number of the other end is nobody of the house, whoever has it as an extension', async () => {
  const started = await startService();
  const { admin, given } = started;
  const customer = '+44 20 7946 0100';
  const agent = await given.user({ access_level: 'user', permissions: ['calls:view'] });
  const fieldset_recording = { extensions: [customer], record: 'never' };
  await admin.put(`/api/v2/users/${agent.user_id}.json`, { user: { fieldset_recording } });
  const numbers = {
    inbound: { from_number: customer, to_number: '205', protocol_call_direction: 2 },
    outbound: { from_number: '+44 20 7946 0111', to_number: customer, protocol_call_direction: 1 },
    'of no direction, beside an internal number': { from_number: '205', to_number: '0044 20 7946 0100' },
    'of a participant': {
      protocol_call_direction: 2,
      participants: [{ party_number: customer, party_direction: 1, party_type: 0 }],
    },
    own: { from_number: customer, to_number: '+44 20 7946 0111', protocol_call_direction: 1 },
  };

  const recorded = [];
  const seen = [];
  for (const [name, call] of Object.entries(numbers)) {
    const sound = { format: 'pcm_s16le', sample_rate: 8000, channels: 1 };
    recorded.push([name, (await admin.post('/api/v2/recordings.json', { recording: { ...sound, call } })).status]);
    const pushed = await admin.post('/api/v2/calls.json', { call: { ...call, setup_time: '2026-01-05T10:00:00Z' } });
    seen.push([name, (await agent.get(pushed.body.url)).status]);
  }

  const names = Object.keys(numbers);
  expect(recorded).toEqual(names.map((name) => [name, name === 'own' ? 409 : 201]));
  expect(seen).toEqual(names.map((name) => [name, name === 'own' ? 200 : 404]));
});
