import { connect } from 'node:net';
import type { Permission } from '@shared/permissions';
import { expect, test, vi } from 'vitest';
import { audioOpener } from '../../electron/service/resources/calls/calls';
import { tcpDoor } from '../../electron/service/tcp-door';
import { wavOf } from '../support/sounds';
import {
  administrator,
  basic,
  memoryKeychain,
  noKeychain,
  startService,
  type TestService,
} from '../support/start-service';
import { listen } from '../support/stored-file';

const downloading: Permission[] = ['calls:view', 'calls:download'];
const urlOf = (call_id: string, query = 'expires=600') => `/api/v2/calls/${call_id}.json/file_url.json?${query}`;

/** Follows a URL without credentials, as a player does. */
const follow = (service: TestService, url: string, init: RequestInit = {}) =>
  service.service.fetch(new Request(url, init), 'tcp');

async function outcome(service: TestService, url: string): Promise<string> {
  const response = await follow(service, url);
  const body = await response.arrayBuffer();
  return response.ok ? `${response.status}` : `${response.status} ${Buffer.from(body).toString('utf8')}`;
}

/** A clock of tests, in ms. */
function clockAt(start: number) {
  let at = start;
  const set = (ms: number) => {
    at = ms;
  };
  return { now: () => at, set };
}

async function signed(options: Parameters<typeof startService>[0] = {}) {
  const started = await startService(options);
  const call_id = await started.given.recorded('question.mp3');
  const { body } = await started.admin.get(urlOf(call_id));
  return { ...started, call_id, url: body.signed_url as string };
}

test('a call whose files cannot be one stream has a URL for each of them, and none for all', async () => {
  const started = await signed();
  const { admin, call_id } = started;
  const headers = { 'content-type': 'audio/x-wav' };
  await admin.raw(`/api/v2/calls/${call_id}.json/file`, { method: 'PUT', body: new Uint8Array(wavOf()), headers });

  const all = await admin.get(urlOf(call_id));
  const one = await admin.get(urlOf(call_id, 'expires=600&file_id=02'));
  const response = await follow(started, one.body.signed_url);

  expect([all.status, Object.keys(all.body.details)]).toEqual([400, ['file_id']]);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/x-wav']);
  await response.arrayBuffer();
});

test('a URL of a call that got a file of another format meanwhile opens nothing, and does not say why', async () => {
  const started = await signed();
  const { admin, call_id, url } = started;
  const headers = { 'content-type': 'audio/x-wav' };
  await admin.raw(`/api/v2/calls/${call_id}.json/file`, { method: 'PUT', body: new Uint8Array(wavOf()), headers });

  const joined = await outcome(started, url);

  expect(joined).toBe(await outcome(started, `${url}A`));
  expect(joined).toMatch(/^403 .*"PermissionError"/);
});

test('a signed URL has the published shape and returns the audio to anybody, also in parts', async () => {
  const started = await signed();
  const { url, call_id, admin, given } = started;
  const original = Buffer.from((await listen(admin, call_id)).bytes as ArrayBuffer);

  const whole = await follow(started, url);
  const part = await follow(started, url, { headers: { range: 'bytes=100-199' } });
  const head = await follow(started, url, { method: 'HEAD' });
  const beyond = await follow(started, url, { headers: { range: 'bytes=99999999-' } });

  expect(url).toMatch(
    new RegExp(`^http://127\\.0\\.0\\.1:8017/calls/file/${call_id}/signed\\?expires=\\d{10}&sign=[\\w-]+$`),
  );
  expect(Buffer.from(await whole.arrayBuffer()).equals(original)).toBe(true);
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(original.subarray(100, 200))]).toEqual([206, true]);
  expect([head.status, head.headers.get('content-length'), beyond.status]).toEqual([200, String(original.length), 416]);
  const shown = ['cache-control', 'referrer-policy', 'cross-origin-resource-policy', 'accept-ranges', 'content-type'];
  expect(shown.map((name) => whole.headers.get(name))).toEqual([
    'no-store',
    'no-referrer',
    'cross-origin',
    'bytes',
    'audio/mpeg',
  ]);
  const audited = given.audited('call').map(({ action, details }) => [action, details]);
  expect(audited).toContainEqual(['sign_url', { expires_at: expect.any(String), file_id: null }]);
  expect(audited).toContainEqual(['download', { signed_url: true }]);
  expect(JSON.stringify(audited)).not.toContain(new URL(url).searchParams.get('sign')?.slice(0, 20));
});

test.each([
  ['missing', ''],
  ['zero', 'expires=0'],
  ['negative', 'expires=-1'],
  ['longer than a week', 'expires=604801'],
  ['a fraction', 'expires=1.5'],
  ['a word', 'expires=soon'],
  ['given twice', 'expires=1&expires=2'],
])('expires is refused when it is %s', async (_name, query) => {
  const { admin, given } = await startService();
  const [call_id = ''] = await given.calls({});

  const { status, body } = await admin.get(urlOf(call_id, query));

  expect([status, Object.keys(body.details)]).toEqual([400, ['expires']]);
});

test('a URL needs the right to download, a key pair, and a call with audio', async () => {
  const { admin, given, through, call_id } = await signed();
  const [silent = ''] = await given.calls({});
  const viewer = await given.user({ permissions: ['calls:view', 'calls:playback'] });
  const person = await given.user({ permissions: downloading });
  const made = await admin.post(`/api/v2/users/${person.user_id}/tokens.json`, { token: { name: 'a' } });
  const tool = through('tcp', { authorization: `Bearer ${made.body.token}` });

  const statuses = [];
  for (const [caller, id] of [
    [viewer, call_id],
    [tool, call_id],
    [admin, silent],
    [admin, crypto.randomUUID()],
    [person, call_id],
  ] as const) {
    const { status, body } = await caller.get(urlOf(id));
    statuses.push([status, body.error]);
  }

  expect(statuses).toEqual([
    [403, 'PermissionError'],
    [403, 'PermissionError'],
    [404, 'NotFound'],
    [404, 'NotFound'],
    [200, undefined],
  ]);
  expect((await admin.get(urlOf(call_id, 'expires=60&file_id=09'))).status).toBe(404);
});

test('a URL of one file opens that file only, and one without opens all of them', async () => {
  const started = await signed();
  const { admin, call_id } = started;
  const bytes = Buffer.from((await listen(admin, call_id)).bytes as ArrayBuffer);
  await admin.raw(`/api/v2/calls/${call_id}.json/file`, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'audio/mpeg' },
  });

  const lengths = [];
  for (const more of ['', '&file_id=01', '&file_id=02']) {
    const { body } = await admin.get(urlOf(call_id, `expires=60${more}`));
    lengths.push((await (await follow(started, body.signed_url)).arrayBuffer()).byteLength);
  }

  expect(lengths[1]).toBe(bytes.length);
  expect(lengths[2]).toBe(bytes.length);
  expect(lengths[0]).toBeGreaterThan(bytes.length * 1.9);
});

/** A call whose recording only the administrator's key pair opens. */
async function inUserMode({ admin, given }: TestService): Promise<string> {
  const key = { name: 'Mine', add_type: 'generate', key_length: 2048, protection_mode: 'user' };
  await admin.post('/api/v2/encrypt_keys.json', { encrypt_key: key });
  const [application] = (await admin.get('/api/v2/encrypt_keys.json')).body.encrypt_keys;
  await admin.put(`/api/v2/encrypt_keys/${application.key_id}.json`, { encrypt_key: { is_active: false } });
  return given.recorded('question.mp3');
}

test('the data keys that a URL brings are zeroed once its files are open', async () => {
  const started = await startService();
  const { signed_url } = (await started.admin.get(urlOf(await inUserMode(started)))).body;
  const container = vi.spyOn(started.service.part(audioOpener), 'unlocked');

  const { status } = await follow(started, signed_url);

  const brought = container.mock.calls.flatMap(([, { data_keys }]) => [...(data_keys?.values() ?? [])]);
  expect([status, brought.map((key) => key.every((byte) => byte === 0))]).toEqual([200, [true]]);
});

test('a URL of a recording in user mode works without a password, also after a restart', async () => {
  const keychain = memoryKeychain();
  const first = await startService({ keychain });
  const { admin, given } = first;
  const call_id = await inUserMode(first);
  const other = await given.user({ permissions: downloading });

  const { body } = await admin.get(urlOf(call_id));
  const refused = await other.get(urlOf(call_id));
  const before = await outcome(first, body.signed_url);
  await first.service.close();
  const second = await startService({ keychain, dataFolder: first.dataFolder });

  expect([before, refused.status, refused.body.error]).toEqual(['200', 403, 'PermissionError']);
  expect(await outcome(second, body.signed_url)).toBe('200');
  const rows = given.database((db) => db.prepare('SELECT * FROM url_grants').all());
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(new URL(body.signed_url).searchParams.get('sign'));
});

test('a URL opens a recording of a tenant that uses a key in user mode of the System tenant', async () => {
  const started = await startService();
  const { admin, given } = started;
  await inUserMode(started);
  const sender = await given.user({ tenant_id: await given.tenant(), permissions: ['calls:create'] });
  const pushed = await sender.post('/api/v2/calls.json', { call: { setup_time: '2026-01-05T10:00:00Z' } });
  const file = { method: 'PUT', body: new Uint8Array(wavOf()), headers: { 'content-type': 'audio/x-wav' } };
  await sender.raw(`${pushed.body.url}/file`, file);

  const { status, body } = await admin.get(`${pushed.body.url}/file_url.json?expires=600`);

  expect(status).toBe(200);
  expect(await outcome(started, body.signed_url)).toBe('200');
});

test('without the keychain, a URL of a recording that also a granted key opens brings that key', async () => {
  const keychain = memoryKeychain();
  const first = await startService({ keychain });
  const key = { name: 'Mine', add_type: 'generate', key_length: 2048, protection_mode: 'user' };
  await first.admin.post('/api/v2/encrypt_keys.json', { encrypt_key: key });
  const call_id = await first.given.recorded('question.mp3');
  await first.service.close();
  const locked = await startService({ keychain: noKeychain, dataFolder: first.dataFolder });

  const { status, body } = await locked.admin.get(urlOf(call_id));

  expect(status).toBe(200);
  expect(await outcome(locked, body.signed_url)).toBe('200');
});

/** How many changes of single characters are tried: 300, or EARSHOT_SIGNED_CHANGES. */
const changes = Number(process.env.EARSHOT_SIGNED_CHANGES ?? 300);

test('a URL with any other character opens nothing, and every refusal is the same', async () => {
  const started = await signed();
  const { url } = started;
  const start = url.indexOf('/calls/file/') + '/calls/file/'.length;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const places = (url.length - start) * letters.length;
  const step = Math.max(1, Math.floor(places / changes));

  const seen = new Set<string>();
  let tried = 0;
  for (let place = 0; place < places; place += step) {
    const at = start + (place % (url.length - start));
    const letter = letters[Math.floor(place / (url.length - start)) % letters.length] ?? '';
    // A changed separator is another address.
    if ('/?&='.includes(url[at] ?? '') || url[at] === letter || url.slice(at).startsWith('signed?')) continue;
    tried += 1;
    const answer = await outcome(started, url.slice(0, at) + letter + url.slice(at + 1));
    if (!answer.startsWith('404')) seen.add(answer);
  }

  expect(tried).toBeGreaterThan(changes / 2);
  expect([...seen]).toEqual([
    '403 {"error":"PermissionError","explanation":"This link does not open anything.","reason":{"code":"signed_url_refused","values":{}}}',
  ]);
});

test('over TCP, a URL with any other byte opens nothing, whatever the byte', async () => {
  const { service, inWindow, call_id } = await signed();
  const { port, close } = await service.listen(0);
  const { body } = await (await inWindow(administrator)).get(urlOf(call_id));
  const target = Buffer.from(body.signed_url.slice(body.signed_url.indexOf('/calls/')), 'latin1');
  // Every byte, and all of them at the separators, which the URL parser reads in several ways.
  const places = [...target.keys()].flatMap((at) =>
    Array.from({ length: 256 }, (_, byte) => ({ at, byte })).filter(
      ({ byte }) =>
        byte !== target[at] && ('/?&='.includes(String.fromCharCode(target[at] ?? 0)) || byte % 128 === at % 128),
    ),
  );

  const seen = new Set<string>();
  const step = changes < 12_000 ? 4 : 1;
  for (const { at, byte } of places.filter((_, n) => n % step === 0)) {
    const altered = Buffer.from(target);
    altered[at] = byte;
    seen.add(await rawAnswer(port, altered));
  }
  const right = await rawAnswer(port, target);
  await close();

  expect(right.slice(0, 3)).toBe('200');
  expect([...seen].map((one) => one.slice(0, 3)).filter((status) => !['400', '403', '404'].includes(status))).toEqual(
    [],
  );
  expect([...seen].filter((one) => one.startsWith('403'))).toHaveLength(1);
});

/** The status and the body of a request for a target as it is; of audio, the status only. */
const rawAnswer = (port: number, target: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const head = ` HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(Buffer.concat([Buffer.from('GET '), target, Buffer.from(head)])),
    );
    socket.on('data', (part) => parts.push(part)).on('error', reject);
    socket.on('close', () => {
      const [lines = '', text] = Buffer.concat(parts).toString('latin1').split('\r\n\r\n');
      const status = lines.slice(9, 12);
      resolve(status === '403' ? `403 ${text}` : status);
    });
  });

test('a URL opens nothing under another host, in another order, or with anything added', async () => {
  const started = await signed();
  const { url } = started;
  const { searchParams } = new URL(url);
  const [expires, sign] = [searchParams.get('expires'), searchParams.get('sign')];
  const base = url.slice(0, url.indexOf('?'));

  const answers = new Set<string>();
  for (const altered of [
    url.replace('127.0.0.1', 'localhost'),
    url.replace('127.0.0.1', '[::1]'),
    `${base}?sign=${sign}&expires=${expires}`,
    `${url}&file_id=01`,
    `${url}&sign=${sign}`,
    `${url}=`,
    `${url}%20`,
    `${base}?expires=0${expires}&sign=${sign}`,
    `${base}?expires=${Number(expires) + 1}&sign=${sign}`,
    `${base}?expires=${Number(expires) - 1}&sign=${sign}`,
    `${base}?expires=${expires}&sign=`,
    `${base}?expires=${expires}`,
    base,
    `${base}?expires=${expires}&sign=${'A'.repeat(600)}`,
    base.replace(/[0-9a-f-]{36}/, 'no-call'),
  ]) {
    answers.add(await outcome(started, altered));
  }

  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^403 .*PermissionError/);
  expect(await outcome(started, url.replace(':8017', ':9999'))).toBe('200');
});

test('a URL ends with its time, to the second, and setting the clock back does not revive it', async () => {
  const keychain = memoryKeychain();
  const clock = clockAt(Date.UTC(2026, 10, 20, 12));
  const first = await signed({ keychain, now: clock.now });
  const { url } = first;
  const issued = clock.now();

  clock.set(issued + 600_000 - 1_000);
  const during = await outcome(first, url);
  clock.set(issued + 601_000);
  const after = await outcome(first, url);
  clock.set(issued);
  const setBack = await outcome(first, url);
  await first.service.close();
  const second = await startService({ keychain, dataFolder: first.dataFolder, now: clock.now });

  expect([during, after.slice(0, 3), setBack.slice(0, 3)]).toEqual(['200', '403', '403']);
  expect((await outcome(second, url)).slice(0, 3)).toBe('403');
});

test('a URL ends with the right, the activity and the reach of its maker, and with the call', async () => {
  const started = await signed();
  const { given, admin, call_id } = started;
  const maker = await given.user({ permissions: downloading });
  const { body } = await maker.get(urlOf(call_id));
  const status = async () => (await outcome(started, body.signed_url)).slice(0, 3);
  const activate = (is_active: boolean) => admin.put(`/api/v2/users/${maker.user_id}.json`, { user: { is_active } });

  const seen = [await status()];
  maker.may(['calls:view']);
  seen.push(await status());
  maker.may(downloading);
  seen.push(await status());
  expect((await activate(false)).status).toBe(200);
  seen.push(await status());
  await activate(true);
  seen.push(await status());
  await admin.delete(`/api/v2/calls/${call_id}.json`);
  seen.push(await status());

  expect(seen).toEqual(['200', '403', '200', '403', '200', '403']);
});

test('the holder of a URL cannot take the places of the user who made it', async () => {
  const started = await signed();
  const { admin, call_id, url } = started;

  const held = [];
  for (let n = 0; n < 9; n += 1) held.push(await follow(started, url));
  const own = await listen(admin, call_id);
  for (const { body } of held) await body?.cancel();

  expect(held.map(({ status }) => status)).toEqual([...Array(8).fill(200), 429]);
  expect(own.status).toBe(200);
});

test('through the window a URL has the address of the TCP door, and is refused while that is closed', async () => {
  const { service, call_id, inWindow } = await signed();
  const person = await inWindow(administrator);

  const closed = await person.get(urlOf(call_id));
  const listener = await service.listen(0);
  const open = await person.get(urlOf(call_id));
  const audio = await fetch(open.body.signed_url);
  const port = service.part(tcpDoor).port;
  await listener.close();

  expect([closed.status, closed.body.error]).toEqual([503, 'ServiceUnavailable']);
  expect(open.body.signed_url).toMatch(`http://127.0.0.1:${port}/calls/file/`);
  expect([audio.status, (await audio.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
  expect(service.part(tcpDoor).port).toBeUndefined();
});

test('a page of another program may play a signed URL, and nothing else', async () => {
  const { service, call_id, inWindow } = await signed();
  const { port, close } = await service.listen(0);
  const { body } = await (await inWindow(administrator)).get(urlOf(call_id));
  const foreign = { 'sec-fetch-site': 'cross-site' };
  const reading = { ...foreign, origin: 'http://localhost:5000' };

  const played = await fetch(body.signed_url, { headers: foreign });
  const refused = [
    await fetch(body.signed_url, { headers: reading }),
    await fetch(body.signed_url, { headers: { origin: 'null' } }),
    await fetch(body.signed_url, { headers: foreign, method: 'POST' }),
    await fetch(`http://127.0.0.1:${port}/healthz`, { headers: foreign }),
  ];
  await played.body?.cancel();
  await close();

  expect([played.status, played.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  expect(played.headers.get('content-disposition')).toMatch(/^inline; filename="[^"]+\.mp3"/);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test('without a keychain a URL works until Earshot is closed', async () => {
  const first = await signed({ keychain: noKeychain });
  const before = await outcome(first, first.url);
  await first.service.close();
  const second = await startService({ keychain: noKeychain, dataFolder: first.dataFolder });

  expect([before, (await outcome(second, first.url)).slice(0, 3)]).toEqual(['200', '403']);
});

test('a URL ends with the grant of the key that opens its files, and no other grant', async () => {
  const started = await startService({ keychain: noKeychain });
  const { admin, given } = started;
  const call_id = await given.recorded('question.mp3');
  const [key] = (await admin.get('/api/v2/encrypt_keys.json')).body.encrypt_keys;
  const holder = await given.user({ permissions: downloading, access_level: 'tenant' });
  const grant = `/api/v2/encrypt_keys/${key.key_id}/users/${holder.user_id}.json`;
  await admin.post(grant, {});
  const own = (await admin.get(urlOf(call_id))).body.signed_url;
  const theirs = (await holder.get(urlOf(call_id))).body.signed_url;

  const before = await outcome(started, theirs);
  await admin.delete(grant);

  expect([before, (await outcome(started, theirs)).slice(0, 3), await outcome(started, own)]).toEqual([
    '200',
    '403',
    '200',
  ]);
});

test('the URLs of a user work after they change their password, and no longer after an administrator resets it', async () => {
  const started = await startService();
  const { admin, given, through } = started;
  const call_id = await given.recorded('question.mp3');
  const { user_id, login } = await given.user({ permissions: [...downloading, 'system:api_access'] });
  const address = `/api/v2/users/${user_id}.json`;
  // The key pairs that are made in one test differ, but one of them can be that of a given user.
  const password = 'crimson bicycle harbour';
  await admin.put(address, { user: { fieldset_login: { password, must_change_password: false } } });
  const person = through('tcp', { authorization: basic(login, password) });
  const { signed_url: url } = (await person.get(urlOf(call_id))).body;

  const own = { password: 'violet bicycle harbour', current_password: password };
  await person.put(address, { user: { fieldset_login: own } });
  const changed = await outcome(started, url);
  await admin.put(address, { user: { fieldset_login: { password: 'another bicycle harbour' } } });
  const reset = await outcome(started, url);

  expect([changed, reset.slice(0, 3)]).toEqual(['200', '403']);
});

test('a URL that a token made ends with the token and with its API right; others of the user do not', async () => {
  const started = await signed();
  const { admin, given, through, call_id } = started;
  const person = await given.user({ permissions: downloading });
  const tokens = `/api/v2/users/${person.user_id}/tokens.json`;
  const made = [
    await person.post(tokens, { token: { name: 'a' } }),
    await person.post(tokens, { token: { name: 'b' } }),
  ];
  const [first = '', second = ''] = await Promise.all(
    made.map(async ({ body }) => {
      const tool = through('tcp', { authorization: `Bearer ${body.token}` });
      return (await tool.get(urlOf(call_id))).body.signed_url as string;
    }),
  );
  const own = (await person.get(urlOf(call_id))).body.signed_url as string;
  const statuses = async () => {
    const seen = [];
    for (const url of [first, second, own]) seen.push((await outcome(started, url)).slice(0, 3));
    return seen;
  };

  const before = await statuses();
  await admin.delete(made[0]?.body.url);
  const revoked = await statuses();
  person.may(downloading, false);
  const withoutApi = await statuses();

  expect([before, revoked, withoutApi]).toEqual([
    ['200', '200', '200'],
    ['403', '200', '200'],
    ['403', '403', '200'],
  ]);
});

test('the token in a URL is part of what is signed', async () => {
  const started = await signed();
  const { admin, through, call_id } = started;
  const { user_id } = (await admin.get('/api/v2/sessions.json')).body.user;
  const { body } = await admin.post(`/api/v2/users/${user_id}/tokens.json`, { token: { name: 'a' } });
  const tool = through('tcp', { authorization: `Bearer ${body.token}` });
  const url = new URL((await tool.get(urlOf(call_id))).body.signed_url);
  const sign = Buffer.from(url.searchParams.get('sign') ?? '', 'base64url');
  const without = Buffer.concat([Buffer.from([1]), sign.subarray(1, 19), sign.subarray(35)]);
  const other = Buffer.from(sign);
  other[20] = (other[20] ?? 0) ^ 1;

  const seen = [];
  for (const bytes of [sign, without, other]) {
    url.searchParams.set('sign', bytes.toString('base64url'));
    seen.push((await outcome(started, url.href)).slice(0, 3));
  }

  expect([sign[0], ...seen]).toEqual([2, '200', '403', '403']);
});
