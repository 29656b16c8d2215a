import { expect, test } from 'vitest';
import type { NewCall } from '../../electron/service/resources/calls/calls';
import { type NewPerson, party } from '../support/given';
import { folderWith } from '../support/sounds';
import { startService } from '../support/start-service';

const path = '/api/v2/calls/agent_link.json';

/** An archive with users of these names. */
async function withUsers(...names: (string | [string, NewPerson])[]) {
  const started = await startService();
  const { given, admin } = started;
  const users = [];
  for (const one of names) {
    const [name, person] = typeof one === 'string' ? [one, {}] : one;
    const user = await given.user(person);
    await admin.put(`/api/v2/users/${user.user_id}.json`, { user: { name } });
    users.push(user);
  }
  return { ...started, users };
}
const named = (agent_name: string, more: Partial<NewCall> = {}): Partial<NewCall> => ({ agent_name, ...more });
const agent = (user_id: string | null, party_name: string | null = null) => ({
  ...party(''),
  user_id,
  party_name,
});

test('the agent of a call by name, participant or number is previewed and linked, and the others stay', async () => {
  const { admin, given, users } = await withUsers('Priya Raman', 'Kwame Mensah');
  const [priya, kwame] = users.map(({ user_id }) => user_id) as [string, string];
  await admin.put(`/api/v2/users/${priya}.json`, { user: { fieldset_recording: { extensions: ['207'] } } });
  given.database((db) => db.prepare('DELETE FROM user_extensions').run());
  const calls = await given.calls(
    named('priya RAMAN'),
    { participants: [agent(null, 'Priya Raman')] },
    { protocol_call_direction: 1, from_name: 'Priya Raman', to_name: 'Hollis' },
    { protocol_call_direction: 2, to_number: '207' },
    named('1', { agent_id: '207' }),
    named('Kwame Mensah', { to_name: 'Priya Raman' }),
    { protocol_call_direction: 2, from_name: 'Priya Raman', to_name: 'Support' },
    named('Priya Raman', { participants: [agent(kwame)] }),
    named('Priya Raman'),
  );
  const [byName, byParticipant, bySide, byNumber, byId, , , taken, held] = calls as string[];
  await admin.put(`/api/v2/calls/${held}.json/legal_hold.json`, { call: { legal_hold: true } });
  given.insert('user_extensions', {
    user_id: priya,
    tenant_id: (await admin.get(`/api/v2/calls/${held}.json`)).body.call.tenant_id,
    extension: '207',
  });
  const preview = await admin.get(`${path}?user_id=${priya}`);

  expect(preview.body.agent_link).toMatchObject({
    user_id: priya,
    calls: 5,
    call_ids: [byName, byParticipant, bySide, byNumber, byId],
    refused_calls: 2,
    refused: [
      { call_id: taken, error: 'Conflict', reason: { code: 'agent_is_other_user' } },
      { call_id: held, error: 'Conflict', reason: { code: 'call_held' } },
    ],
  });

  const first = await admin.post(path, { agent_link: { user_id: priya } });
  const again = await admin.post(path, { agent_link: { user_id: priya } });

  expect([first.body, again.body]).toEqual([
    { agent_link: { linked: 5, left: 0 } },
    { agent_link: { linked: 0, left: 0 } },
  ]);
  expect((await admin.get(`/api/v2/calls/count.json?user_id=${priya}`)).body.count).toBe(5);
  const parties = async (id = '') => (await admin.get(`/api/v2/calls/${id}.json`)).body.call.participants;
  expect(await parties(byName)).toMatchObject([{ user_id: priya, party_type: 1, party_name: 'priya RAMAN' }]);
  expect(await parties(byParticipant)).toMatchObject([{ user_id: priya, party_name: 'Priya Raman' }]);
  const audited = given.audited('call').filter(({ details }) => details.changes?.participants);
  expect(audited.length).toBe(5);
});

test('after it, the agent sees the calls, a sample draws them, and they count for the agent in reports', async () => {
  const { admin, given, users } = await withUsers([
    'Priya Raman',
    { access_level: 'user', permissions: ['calls:view'] },
  ]);
  const [priya] = users;
  given.withFiles(await given.calls(named('Priya Raman'), named('Priya Raman')));
  const seen = async () => (await priya?.get('/api/v2/calls/count.json'))?.body.count;
  expect(await seen()).toBe(0);

  await admin.post(path, { agent_link: { user_id: priya?.user_id } });

  expect(await seen()).toBe(2);
  const draw = { query: '', method: 'per_agent', amount: 5 };
  const { url } = (await admin.post('/api/v2/evaluation_samples.json', { evaluation_sample: draw })).body;
  expect((await admin.get(url)).body.evaluation_sample.calls).toMatchObject([
    { agent_user_id: priya?.user_id },
    { agent_user_id: priya?.user_id },
  ]);
  const column_settings = ['user', 'count_calls'].map((name) => ({ name, header: name, text_align: 'left' }));
  const figures = await admin.post('/api/v2/reports/figures.json', { report: { name: 'Users', column_settings } });
  expect(figures.body.report_figures.rows).toMatchObject([{ user: 'Priya Raman', count_calls: 2 }]);
});

test('a name that two users have is refused, and offered with both; another name of one of them is linked', async () => {
  const { admin, given, users } = await withUsers('Priya Raman', 'PRIYA raman');
  const [one, two] = users.map(({ user_id }) => user_id);
  await given.calls(named('Priya Raman'), named('P. Raman'));
  const refused = await admin.post(path, { agent_link: { user_id: one } });
  const ofOther = await admin.get(`${path}?user_id=${two}&agent=priya%20raman`);
  const other = await admin.post(path, { agent_link: { user_id: one, agent: 'P. Raman' } });

  expect([refused.status, refused.body.reason ?? refused.body.explanation]).toEqual([409, expect.anything()]);
  expect(ofOther.status).toBe(409);
  expect(other.body.agent_link).toEqual({ linked: 1, left: 0 });
});

test('an import offers the users whose names are agents in its calls', async () => {
  const { admin, given, users } = await withUsers('Priya Raman', 'Kwame Mensah', 'Kwame Mensah', 'Ada');
  const [priya, kwame, other] = users.map(({ user_id }) => user_id);
  await given.calls(named('Ada'));
  const rows = ['Priya Raman', 'priya raman', 'Kwame Mensah', 'Zoe'].map(
    (name, n) => `2026-11-20T12:0${n}:00Z,20${n},${name}`,
  );
  const folder = folderWith({ 'rows.csv': ['setup_time,from_number,agent_name', ...rows].join('\n') });
  const import_id = await given.imported([folder], { metadata_only: true });

  const { agents } = (await admin.get(`/api/v2/calls/agents.json?import_id=${import_id}`)).body;

  expect(agents).toEqual([
    { agent: 'Priya Raman', users: [{ user_id: priya, name: 'Priya Raman' }], calls: 2 },
    {
      agent: 'Kwame Mensah',
      users: [kwame, other].sort().map((user_id) => ({ user_id, name: 'Kwame Mensah' })),
      calls: 1,
    },
  ]);
  const link = { user_id: priya, import_id };
  expect((await admin.post(path, { agent_link: link })).body.agent_link).toEqual({ linked: 2, left: 0 });
  expect((await admin.get(`/api/v2/calls/agents.json?import_id=${import_id}`)).body.agents.length).toBe(1);
});

test('calls and users out of reach are left alone, and both rights are needed', async () => {
  const { admin, given, users } = await withUsers('Priya Raman');
  const [priya] = users;
  await given.calls(named('Priya Raman'));
  const lead = await given.user({ access_level: 'managed_groups', permissions: ['calls:edit', 'users:view'] });
  const clerk = await given.user({ permissions: ['calls:edit'] });
  const viewer = await given.user({ permissions: ['users:view', 'calls:view'] });
  const ask = { agent_link: { user_id: priya?.user_id } };

  const answers = [await lead.post(path, ask), await clerk.post(path, ask), await viewer.post(path, ask)];

  expect(answers.map(({ status }) => status)).toEqual([400, 403, 403]);
  expect((await admin.get(`/api/v2/calls/count.json?user_id=${priya?.user_id}`)).body.count).toBe(0);
});
