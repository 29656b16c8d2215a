import { expect, test } from 'vitest';
import { idIn } from '../support/id-in';
import { startService } from '../support/start-service';

const list = '/api/v2/requests.json';

test('the requests of tools are listed without their query, newest first, with the tool and how it signed in', async () => {
  const { admin, nobody, given, through } = await startService();
  const person = await given.user({ permissions: ['calls:view'] });
  const { token } = (await person.post(`/api/v2/users/${person.user_id}/tokens.json`, { token: { name: 'CRM' } })).body;
  const tool = through('tcp', { authorization: `Bearer ${token}` });

  await tool.get('/api/v2/calls.json?search_term=secret');
  await tool.get('/api/v2/roles.json');
  await nobody.get('/api/v2/calls.json');
  await through('app').get('/healthz');
  const { requests, tools } = (await admin.get(list)).body;

  expect(requests.map((one: Record<string, unknown>) => [one.path, one.status, one.means, one.tool])).toEqual([
    ['/api/v2/calls.json', 401, null, null],
    ['/api/v2/roles.json', 403, 'token', 'CRM'],
    ['/api/v2/calls.json', 200, 'token', 'CRM'],
    [`/api/v2/users/${person.user_id}/tokens.json`, 201, 'password', null],
  ]);
  expect(tools.map((one: Record<string, unknown>) => [one.tool, one.user_name, one.means, one.requests])).toEqual([
    ['CRM', person.login, 'token', 2],
    [null, person.login, 'password', 1],
  ]);
  expect(JSON.stringify({ requests, tools })).not.toMatch(new RegExp(`secret|${token}`));
});

test('a tool has the id of its token, and says whether that is revoked', async () => {
  const { admin, given, through } = await startService();
  const person = await given.user({ permissions: ['calls:view'] });
  const tokens = `/api/v2/users/${person.user_id}/tokens`;
  const { token, url } = (await person.post(`${tokens}.json`, { token: { name: 'CRM' } })).body;
  await through('tcp', { authorization: `Bearer ${token}` }).get('/api/v2/calls.json');
  const ofToken = async () =>
    (await admin.get(list)).body.tools
      .filter(({ tool }: Record<string, unknown>) => tool === 'CRM')
      .map((one: Record<string, unknown>) => [one.token_id, one.is_revoked]);

  const before = await ofToken();
  await admin.delete(url);

  expect([before, await ofToken()]).toEqual([[[idIn(url), false]], [[idIn(url), true]]]);
});

test('the last two hundred requests are kept', async () => {
  const { admin, nobody } = await startService();

  for (let n = 0; n < 210; n++) await nobody.get('/healthz');

  expect((await admin.get(list)).body.requests).toHaveLength(200);
});

test('only people whose role reaches every tenant see the requests', async () => {
  const { given } = await startService();
  const [own, all] = [
    await given.user({ permissions: ['system:view'], access_level: 'tenant' }),
    await given.user({ permissions: ['system:view'], access_level: 'system' }),
  ];

  expect([(await own.get(list)).status, (await all.get(list)).status]).toEqual([403, 200]);
});
