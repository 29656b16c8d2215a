import { operations } from '@shared/contract/operations';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

const json = { 'content-type': 'application/json' };

test('a body must be JSON and sent as application/json', async () => {
  const { nobody } = await startService();
  const send = async (type?: string) => {
    const init = { method: 'POST', body: Buffer.from('{}'), headers: type ? { 'content-type': type } : undefined };
    return (await nobody.raw('/api/v2/sessions.json', init)).status;
  };
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/json; charset=utf-16',
    'application/json;charset="iso-8859-1"',
    undefined,
  ];
  const seen = [];
  for (const type of types) seen.push(await send(type));
  expect(seen).toEqual(types.map(() => 415));
  const accepted = ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'APPLICATION/JSON'];
  expect(await Promise.all(accepted.map(send))).toEqual([400, 400, 400]);
});

test('a property that a body has twice is refused, wherever it is', async () => {
  const { nobody } = await startService();
  const send = async (body: string) => {
    const response = await nobody.raw('/api/v2/sessions.json', { method: 'POST', body, headers: json });
    return (await response.json()).reason.code;
  };
  const twice = [
    '{"login":"a","password":"b","password":"c"}',
    '{"login":"a","password":"b","otp":{"x":[{"y":1,"y":1}]}}',
    '{"login":"a","password":"b","log\\u0069n":"a"}',
    '{"login":"a","password":"b:\\"\\\\","login":"a"}',
  ];
  const once = ['{"login":"{\\"a\\":1}::","password":"\\\\","x":[{"y":1},{"y":1}]}', '{"a":{"a":{"a":1}}}'];
  const seen = [];
  for (const body of [...twice, ...once]) seen.push(await send(body));
  expect(seen).toEqual([...twice.map(() => 'property_twice'), ...once.map(() => 'record_faults')]);
});

test('a compressed body is refused, of JSON and of audio', async () => {
  const { admin } = await startService();
  const send = async (method: string, path: string, type: string, coding: string) => {
    const headers = { 'content-type': type, 'content-encoding': coding };
    return (await admin.raw(path, { method, headers, body: Buffer.from('{}') })).status;
  };

  expect(await send('POST', '/api/v2/groups.json', 'application/json', 'gzip')).toBe(415);
  expect(await send('POST', '/api/v2/groups.json', 'application/json', 'identity')).toBe(400);
  expect(await send('PUT', `/api/v2/calls/${crypto.randomUUID()}.json/file`, 'audio/wav', 'br')).toBe(415);
});

test('a body is limited to one mebibyte, with and without a Content-Length', async () => {
  const { nobody } = await startService();
  const long = JSON.stringify({ login: 'x', password: 'y'.repeat(1024 * 1024) });
  const stream = () =>
    new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(65_536, 32));
      },
    });

  const told = await nobody.raw('/api/v2/sessions.json', { method: 'POST', body: long, headers: json });
  const endless = await nobody.raw('/api/v2/sessions.json', {
    method: 'POST',
    body: stream(),
    headers: json,
    duplex: 'half',
  } as RequestInit);

  expect([told.status, endless.status]).toEqual([413, 413]);
  expect((await told.json()).error).toBe('PayloadTooLarge');
});

test('a body may have one value in 40 bytes, and of many errors the first hundred are reported', async () => {
  const { nobody } = await startService();
  const send = async (properties: number) => {
    const body = Object.fromEntries(Array.from({ length: properties }, (_, n) => [`x${n}`, n]));
    const answer = await nobody.post('/api/v2/sessions.json', body);
    return [answer.status, answer.body.explanation, Object.keys(answer.body.details).length];
  };

  expect(await send(26_214)).toEqual([400, 'Record validation errors', 100]);
  expect(await send(26_215)).toEqual([400, 'The body may hold at most 26,214 values.', 0]);
});

test('a byte order mark in front of JSON is ignored, also in the answer to a change', async () => {
  const { admin, nobody } = await startService();
  const body = `\ufeff${JSON.stringify({ category: { name: 'Sales' } })}`;
  const made = await admin.raw('/api/v2/categories.json', { method: 'POST', body, headers: json });
  const { url } = await made.json();
  const changed = await admin.raw(url, { method: 'PUT', body: body.replace('Sales', 'Service'), headers: json });
  const signIn = `\ufeff${JSON.stringify({ login: 'nobody', password: 'wrong' })}`;
  const session = await nobody.raw('/api/v2/sessions.json', { method: 'POST', body: signIn, headers: json });

  expect([made.status, changed.status, session.status]).toEqual([201, 200, 401]);
  expect((await admin.get(url)).body.category.name).toBe('Service');
});

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
test.each([
  ['no JSON', '{"login": "x"'],
  ['nothing', ''],
  ['NaN', '{"login": NaN}'],
  ['two byte order marks in front', '\ufeff\ufeff{"login": "x", "password": "y"}'],
  ['a byte order mark inside', '{\ufeff"login": "x", "password": "y"}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '1e400'],
  ['thirty-three levels', nested(33)],
  ['a hundred thousand levels', nested(100_000)],
  ['a hundred thousand lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['__proto__', '{"__proto__": {"permission": "public"}, "login": "x", "password": "y"}'],
  ['constructor', '{"login": {"constructor": {"prototype": {"x": 1}}}, "password": "y"}'],
])('a body of %s is refused with 400, error and details', async (_name, body) => {
  const { nobody } = await startService();
  const answer = await nobody.raw('/api/v2/sessions.json', { method: 'POST', body, headers: json });
  const { error, details } = await answer.json();
  expect({ status: answer.status, error, details: typeof details }).toEqual({
    status: 400,
    error: 'InvalidRecord',
    details: 'object',
  });
  expect(({} as Record<string, unknown>).permission).toBeUndefined();
});

test.each([
  ['/api/v2/roles.json', '{"role": {"name": "x", "permissions": {"__proto__": ["view"]}}}', 'permissions.__proto__'],
  ['/api/v2/users.json', '{"user": {"groups": [{"constructor": 1}]}}', 'groups.0.constructor'],
])('a forbidden name in a body of %s is reported by its path', async (path, body, place) => {
  const { admin } = await startService();
  const answer = await admin.raw(path, { method: 'POST', body, headers: json });
  expect([answer.status, Object.keys((await answer.json()).details)]).toEqual([400, [place]]);
});

test('a wrong method gets 405 with the allowed methods, on every path', async () => {
  const { admin } = await startService();
  const id = '00000000-0000-4000-8000-000000000000';
  const paths: [string, string, string][] = [
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['DELETE', '/api/v2/calls.json', 'GET, PUT, PATCH, POST, HEAD'],
    ['PUT', '/api/v2/sessions.json', 'POST, GET, DELETE, HEAD'],
    ['POST', `/api/v2/calls/${id}.json`, 'DELETE, GET, PUT, PATCH, HEAD'],
    ['PATCH', `/api/v2/calls/${id}.json/file`, 'GET, PUT, HEAD'],
    ['POST', `/api/v2/calls/${id}.json/audio`, 'GET, HEAD'],
    ['OPTIONS', '/api/v2/calls.json', 'GET, PUT, PATCH, POST, HEAD'],
    ['DELETE', '/api/v2/calls/count.json', 'GET, HEAD'],
    ['POST', '/api/v2/calls/count.json', 'GET, HEAD'],
    ['GET', '/api/v2/calls/categories.json', 'POST'],
    ['GET', '/api/v2/reports/figures.json', 'POST'],
    ['PATCH', '/api/v2/imports/preview.json', 'POST'],
  ];
  const seen = [];
  for (const [method, path] of paths) {
    const answer = await admin.raw(path, { method });
    seen.push([method, path, answer.headers.get('allow'), answer.status, (await answer.json()).error]);
  }
  expect(seen).toEqual(paths.map((row) => [...row, 405, 'NotFound']));
});

test('PATCH changes a record as PUT does, also with If-Match', async () => {
  const { admin } = await startService();
  const { url } = (await admin.post('/api/v2/groups.json', { group: { name: 'North' } })).body;
  const tag = (await admin.get(url)).headers.get('etag') ?? '';
  const patch = async (name: string) => {
    const headers = { 'content-type': 'application/json', 'if-match': tag };
    const answer = await admin.raw(url, { method: 'PATCH', headers, body: JSON.stringify({ group: { name } }) });
    return [answer.status, (await answer.json()).group?.name];
  };

  expect([await patch('South'), await patch('West')]).toEqual([
    [200, 'South'],
    [412, undefined],
  ]);
});

test('an id in a path that is not a UUID is not found, whatever else the request has', async () => {
  const { admin } = await startService();
  const withIds = operations.filter(({ path, door, signed }) => path.includes('/:') && door === undefined && !signed);
  const seen = [];
  for (const { method, path } of withIds) {
    const answer = await admin.raw(`${path.replace(/:\w+/g, 'x')}?nobody_knows=1`, {
      method: method.toUpperCase(),
      ...(method !== 'get' && { body: 'not JSON', headers: { 'content-type': 'text/plain' } }),
    });
    seen.push([method, path, answer.status]);
  }

  expect(seen).toEqual(withIds.map(({ method, path }) => [method, path, 404]));
});

test('the window needs no API right, and set-up works only in the window', async () => {
  const { given, through } = await startService();
  const { login, password } = await given.user({ permissions: ['calls:view'], api_access: false });
  const { body } = await through('app').post('/api/v2/sessions.json', { login, password });
  const token = { authorization: `Bearer ${body.token}` };

  const window = await through('app', token).get('/api/v2/calls.json');
  const tool = await through('tcp', token).get('/api/v2/calls.json');

  expect([window.status, tool.status, tool.body.error]).toEqual([200, 403, 'PermissionError']);
});

test('a text with NUL or half a surrogate pair is refused, wherever it stands', async () => {
  const { admin } = await startService();
  const call = { setup_time: '2026-11-20T12:00:00Z', from_name: 'a\0b', participants: [{ party_name: '\ud800' }] };

  const { status, body } = await admin.post('/api/v2/calls.json', { call });

  expect([status, Object.keys(body.details)]).toEqual([400, ['from_name', 'participants.0.party_name']]);
  expect((await admin.post('/api/v2/groups.json', { group: { name: 'a\0b' } })).status).toBe(400);
});

test('a body that is not UTF-8 is refused', async () => {
  const { admin } = await startService();
  const body = Buffer.from('{"group":{"name":"caf\xe9"}}', 'latin1');

  const answer = await admin.raw('/api/v2/groups.json', { method: 'POST', body, headers: json });

  expect([answer.status, (await answer.json()).reason.code]).toEqual([400, 'not_utf8']);
});
