import { expect, test } from 'vitest';
import { administrator, startService } from '../support/start-service';

const list = '/api/v2/audit_log.json';
type Entry = { action: string; resource: string; outcome: string; door: string | null };

test('an entry has its door: window, API, signed link, or Earshot itself', async () => {
  const { admin, nobody, inWindow, given, service } = await startService();
  const window = await inWindow(administrator);
  const call_id = await given.recorded('question.mp3');
  const trainee = await given.user({ permissions: [] });

  await window.post('/api/v2/groups.json', { group: { name: 'Support' } });
  await admin.post('/api/v2/groups.json', { group: { name: 'Sales' } });
  const { signed_url } = (await admin.get(`/api/v2/calls/${call_id}.json/file_url.json?expires=60`)).body;
  await (await service.fetch(new Request(signed_url), 'tcp')).arrayBuffer();
  await trainee.get('/api/v2/roles.json');
  await nobody.post('/api/v2/sessions.json', { login: 'ingrid', password: 'wrong' });

  const { audit_log } = (await admin.get(`${list}?limit=100`)).body as { audit_log: Entry[] };
  const doors = audit_log.map(({ action, resource, outcome, door }) => [`${action} ${resource} ${outcome}`, door]);
  expect(doors.toReversed()).toEqual([
    ['create encrypt_key done', 'earshot'],
    ['create user done', 'window'],
    ['sign_in session done', 'window'],
    ['create import done', null],
    ['create group done', 'window'],
    ['create group done', 'api'],
    ['sign_url call done', 'api'],
    ['download call done', 'signed_link'],
    ['read role refused', 'api'],
    ['sign_in session refused', 'api'],
  ]);
});

test('the log is filtered by door, and an unknown one is refused', async () => {
  const { admin, inWindow } = await startService();
  await (await inWindow(administrator)).post('/api/v2/groups.json', { group: { name: 'Support' } });

  const found = (await admin.get(`${list}?door=window`)).body.audit_log as Entry[];
  const refused = await admin.get(`${list}?door=cellar`);

  expect(found.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
    'create group',
    'sign_in session',
    'create user',
  ]);
  expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['door']]);
});
