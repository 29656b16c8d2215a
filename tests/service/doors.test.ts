import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { type Listener, listen } from '../../electron/service/http/listener';
import { placeOf } from '../../electron/service/http/places';
import { portsFrom } from '../../electron/service/http/port';
import { held } from '../support/held-requests';
import { Sender, tone } from '../support/live';
import { basic, startService } from '../support/start-service';

const credentials = basic('ingrid', 'correct horse battery');

async function opened() {
  const started = await startService();
  const listener = await started.service.listen(0);
  onTestFinished(() => listener.close());
  return { ...started, listener };
}

/** Sends raw bytes and returns everything received until the connection closes. */
function raw({ port }: Listener, text: string, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(text));
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')));
    socket.on('error', reject);
  });
}
const statusIn = (answer: string) => Number(answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1]);
const asking = (lines: string[], target = '/api/v2/calls.json', method = 'GET') =>
  `${[`${method} ${target} HTTP/1.1`, ...lines, `Authorization: ${credentials}`, 'Connection: close'].join('\r\n')}\r\n\r\n`;

test("the Host header is checked against the door's own names before anything else", async () => {
  const { listener } = await opened();
  const { port } = listener;
  const variants: [string[], number][] = [
    [[`Host: 127.0.0.1:${port}`], 200],
    [[`Host: localhost:${port}`], 200],
    [[`Host: LocalHost:${port}`], 200],
    [[`hOST: [::1]:${port}`], 200],
    [[`Host: evil.test:${port}`], 403],
    [[`Host: localhost.:${port}`], 403],
    [[`Host: 127.0.0.1.evil.test:${port}`], 403],
    [[`Host: 127.1:${port}`], 403],
    [[`Host: 2130706433:${port}`], 403],
    [[`Host: 0.0.0.0:${port}`], 403],
    [['Host: 127.0.0.1'], 403],
    [['Host: 127.0.0.1:1'], 403],
    [[`Host: user@127.0.0.1:${port}`], 403],
    [['Host:'], 403],
    [[], 400],
    [[`Host: 127.0.0.1:${port}`, `Host: 127.0.0.1:${port}`], 400],
    [[`Host: 127.0.0.1:${port}`, 'Host: evil.test'], 400],
  ];
  const seen = [];
  for (const [lines] of variants) seen.push([lines, statusIn(await raw(listener, asking(lines)))]);
  expect(seen).toEqual(variants);
});

test('without credentials, /healthz says that this is Earshot', async () => {
  const { nobody } = await startService();
  const { status, body } = await nobody.get('/healthz');
  expect([status, body]).toEqual([200, { app: 'earshot', api: 'v2' }]);
});

test('a request target is a path, or an address with the authority of the Host header', async () => {
  const { listener } = await opened();
  const { port } = listener;
  const own = `http://127.0.0.1:${port}`;
  const targets: [string, number][] = [
    [`${own}/healthz`, 200],
    [`HTTP://127.0.0.1:${port}/api/v2/calls.json?limit=1`, 200],
    [`${own}/api/v2/calls.json?colour=red`, 400],
    [own, 404],
    [`${own}/api/v2/x/../calls.json`, 404],
    [`http://localhost:${port}/healthz`, 400],
    [`http://user@127.0.0.1:${port}/healthz`, 400],
    [`https://127.0.0.1:${port}/healthz`, 400],
    ['http://evil.test/api/v2/calls.json', 400],
    ['*', 400],
    ['healthz', 400],
  ];
  const seen = [];
  for (const [target] of targets) {
    seen.push([target, statusIn(await raw(listener, asking([`Host: 127.0.0.1:${port}`], target)))]);
  }
  const foreign = await raw(listener, asking(['Host: evil.test'], 'http://evil.test/healthz'));
  expect([seen, statusIn(foreign)]).toEqual([targets, 403]);
});

test('a path is used as sent: dots, encoded slashes and backslashes lead nowhere', async () => {
  const { listener } = await opened();
  const host = [`Host: 127.0.0.1:${listener.port}`];
  const targets = [
    '/api/v2/./calls.json',
    '/api/v2/x/../calls.json',
    '/api/v2/%2e/calls.json',
    '/api/v2/x/.%2E/calls.json',
    '/api\\v2\\calls.json',
    '/api/v2%2fcalls.json',
    '/api/v2/calls.json%00',
    '/api/v2/calls/%ff.json',
    '/api/v2/calls.json/..',
  ];
  const seen = [];
  for (const target of targets) seen.push([target, statusIn(await raw(listener, asking(host, target)))]);
  expect(seen).toEqual(targets.map((target) => [target, 404]));
  expect(statusIn(await raw(listener, asking(host, '/api/v2/calls.json?search_term=../%2f%c3%bf')))).toBe(200);
});

test('a malformed request, or one without Host, gets the same kind of refusal as others', async () => {
  const { listener } = await opened();
  const host = `Host: 127.0.0.1:${listener.port}`;
  const answers = await Promise.all([
    raw(listener, 'nonsense\r\n\r\n'),
    raw(listener, asking([])),
    raw(listener, asking([host, `X-Long: ${'x'.repeat(20_000)}`])),
  ]);
  const seen = answers.map((answer) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return [statusIn(head), /x-content-type-options: nosniff/i.test(head), Object.keys(JSON.parse(body))];
  });
  const keys = ['error', 'explanation', 'reason', 'details'];
  expect(seen).toEqual([
    [400, true, keys],
    [400, true, keys],
    [431, true, keys],
  ]);
});

test('requests from web pages are refused before their credentials are tried', async () => {
  const { listener, given } = await opened();
  const host = `Host: 127.0.0.1:${listener.port}`;
  const variants: [string, number][] = [
    ['Origin: https://evil.test', 403],
    ['Origin: null', 403],
    [`Origin: http://127.0.0.1:${listener.port}`, 403],
    ['Origin:', 403],
    ['Sec-Fetch-Site: cross-site', 403],
    ['Sec-Fetch-Site: same-site', 403],
    ['Sec-Fetch-Site: CROSS-SITE', 403],
    ['Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site', 403],
    ['Sec-Fetch-Site: none', 200],
    ['Sec-Fetch-Site: same-origin', 200],
    [`Sec-Fetch-Site: same-origin\r\nOrigin: http://127.0.0.1:${listener.port}`, 200],
    [`Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost:${listener.port}`, 403],
    [`Sec-Fetch-Site: same-site\r\nOrigin: http://127.0.0.1:${listener.port}`, 403],
    ['Sec-Fetch-Site: same-origin\r\nOrigin: https://evil.test', 403],
    ['Sec-Fetch-Site: same-origin\r\nOrigin: null', 403],
  ];
  const seen = [];
  for (const [line] of variants) {
    const answer = await raw(listener, asking([host, line]));
    seen.push([line, statusIn(answer)]);
    expect(answer).not.toMatch(/access-control-allow/i);
  }
  expect(seen).toEqual(variants);
  await raw(listener, asking([host, 'Origin: null', `Authorization: ${basic('ingrid', 'wrong')}`]));
  const failures = given.database((db) =>
    db.prepare<[], { n: number }>("SELECT count(*) AS n FROM audit_log WHERE outcome = 'refused'").get(),
  );
  expect(failures?.n).toBe(0);
});

test('only loopback is bound, on both address families', async () => {
  const { listener } = await opened();
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const others = own.filter(({ internal, address }) => !internal && !address.startsWith('fe80'));
  const hasSix = own.some(({ address }) => address === '::1');
  const outcome = (address: string, host = 'x') =>
    raw(listener, asking([`Host: ${host}:${listener.port}`], '/healthz'), address).then(statusIn, () => 'refused');

  // 127.0.0.2 is loopback too, even without a network. A door bound to all addresses would answer there.
  const elsewhere = await Promise.all(
    ['127.0.0.2', ...others.map(({ address }) => address)].map(async (address) => [address, await outcome(address)]),
  );
  const four = await outcome('127.0.0.1', '127.0.0.1');
  const six = await outcome('::1', '[::1]');

  expect(elsewhere.filter(([, answer]) => answer !== 'refused')).toEqual([]);
  expect([four, six]).toEqual([200, hasSix ? 200 : 'refused']);
});

/** Occupies a port, or with 0 one that the system chooses. */
const squat = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    onTestFinished(() => void server.close());
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

test('the first free port of several is used, and a single port in use is an error', async () => {
  const { service } = await startService();
  const { port } = (await squat(0)).address() as AddressInfo;

  const alone = service.listen(port);
  await expect(alone).rejects.toThrow(`Port ${port} is in use.`);
  const listener = await service.listen(...portsFrom(port));
  onTestFinished(() => listener.close());

  expect(listener.port).toBeGreaterThan(port);
  expect(listener.port).toBeLessThan(port + 10);
  expect(statusIn(await raw(listener, asking([`Host: localhost:${listener.port}`], '/healthz')))).toBe(200);
});

test('sixty-four requests run at a time; the next gets 503 with Retry-After, and is served later', async () => {
  const { listener, dataFolder } = await opened();
  const door = { port: listener.port, dataFolder, authorization: credentials };
  const requests = held(64, door);

  const refused = await requests.full();
  // Muting has places of its own, and what needs no credentials takes none.
  const muting = `/api/v2/calls/${crypto.randomUUID()}.json/muting?action=mute`;
  const urgent = await requests.ask(muting, { method: 'POST' });
  const open = await requests.ask('/healthz');
  const signIn = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const unknown = await requests.ask('/api/v2/sessions.json', signIn);
  const statuses = await requests.end();

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect([urgent.status, open.status, unknown.status]).toEqual([404, 200, 400]);
  expect(statuses).toEqual(statuses.map(() => 201));
  expect((await requests.ask('/api/v2/settings.json')).status).toBe(200);
});

test('a body that has not arrived takes no place, and the sign-in of someone too slow is refused', async () => {
  const { listener, dataFolder } = await opened();
  const { port } = listener;
  const signIn = [`Host: 127.0.0.1:${port}`, 'Content-Type: application/json', 'Content-Length: 100'];
  const slow = Array.from({ length: 100 }, (_, n) => {
    const path = n % 2 === 0 ? '/api/v2/sessions.json' : '/api/v2/categories.json';
    return raw(listener, `${asking(signIn, path, 'POST').replace('Connection: close\r\n', '')}{`);
  });

  const requests = held(63, { port, dataFolder, authorization: credentials });
  const statuses = await requests.end();
  const answers = await Promise.all(slow.filter((_, n) => n % 2 === 0));

  expect(statuses).toEqual(statuses.map(() => 201));
  expect(new Set(answers.map(statusIn))).toEqual(new Set([408]));
});

test('a new connection gets in however many others there are, in place of the one that was idle for the longest', async () => {
  const closed: number[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const listener = await listen(
    async (request) => {
      if (!request.url.endsWith('/work')) return new Response('served');
      placeOf(request)?.take('short');
      await released;
      return new Response('done');
    },
    [0],
    { connections: 10 },
  );
  onTestFinished(() => listener.close());
  const { port } = listener;
  const work = fetch(`http://127.0.0.1:${port}/work`).then((response) => response.text());
  const idle = (n: number) =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
      socket.on('error', () => {}).once('close', () => closed.push(n));
      onTestFinished(() => void socket.destroy());
    });

  for (let n = 0; n < 30; n++) await idle(n);
  const served = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  release();

  expect([served, await work]).toEqual(['served', 'done']);
  expect(closed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: closed.length }, (_, n) => n));
  expect(closed.length).toBeGreaterThanOrEqual(20);
});

test('streams leave all sixty-four places to other requests', async () => {
  const { listener, admin, dataFolder } = await opened();
  const { port } = listener;
  const authorization = { authorization: credentials };
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: authorization });
  const events = await get('/api/v2/events');
  const sender = await Sender.open(admin);
  const headers = { ...authorization, 'content-type': 'application/octet-stream' };
  const path = `/api/v2/recordings/${sender.recording_id}/audio?offset=0`;
  const sent = request({ port, host: '127.0.0.1', agent: false, path, method: 'PUT', headers });
  sent.on('error', () => undefined).write(tone(400, 800));
  while ((await (await get(sender.url)).json()).recording.offset === 0);

  const requests = held(64, { port, dataFolder, ...authorization });
  await requests.full();
  const statuses = await requests.end();

  sent.destroy();
  await events.body?.cancel();
  expect([events.status, new Set(statuses)]).toEqual([200, new Set([201])]);
});

test('a long target gets 414, long headers 431, and a connection serves several requests', async () => {
  const { listener } = await opened();
  const host = `Host: 127.0.0.1:${listener.port}`;

  const target = statusIn(await raw(listener, asking([host], `/api/v2/calls.json?search_term=${'x'.repeat(8200)}`)));
  const headers = statusIn(await raw(listener, asking([host, `X-Long: ${'x'.repeat(17_000)}`])));
  const twice = await raw(listener, `GET /healthz HTTP/1.1\r\n${host}\r\n\r\n${asking([host], '/healthz')}`);

  expect([target, headers]).toEqual([414, 431]);
  expect(twice.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test('refusals by the door carry the headers of every response', async () => {
  const { listener } = await opened();
  const answer = await raw(listener, asking(['Host: evil.test']));
  const wanted = [/cache-control: no-store/i, /x-content-type-options: nosniff/i, /content-security-policy: /i];
  expect(wanted.filter((header) => !header.test(answer))).toEqual([]);
  expect(answer).not.toMatch(/^(server|x-powered-by):/im);
});

test('input that is not HTTP does not affect other requests', async () => {
  const { listener } = await opened();
  const host = `Host: 127.0.0.1:${listener.port}`;
  const odd = [
    'hello\r\n\r\n',
    '\0\0\0\0',
    asking([host, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '/api/v2/sessions.json', 'POST'),
    asking([host, 'Transfer-Encoding: chunked, chunked'], '/api/v2/sessions.json', 'POST'),
    asking([`${host}\nX: y`]),
    asking([host], '/healthz', 'CONNECT'),
    asking([host], '/healthz', 'TRACE'),
    asking([host], '/healthz', 'BREW'),
    asking([host, 'Upgrade: websocket'], '/healthz'),
  ];
  const seen = [];
  for (const text of odd) seen.push(statusIn(await raw(listener, text).catch(() => 'HTTP/1.1 400')) || 400);
  expect(seen.filter((status) => status >= 500)).toEqual([]);
  expect(statusIn(await raw(listener, asking([host], '/healthz')))).toBe(200);
});

test('an expectation that cannot be met is refused like other requests', async () => {
  const { listener } = await opened();
  const host = `Host: 127.0.0.1:${listener.port}`;

  const refused = await raw(listener, asking([host, 'Expect: miracles']));

  expect(statusIn(refused)).toBe(417);
  expect(refused).toContain('X-Content-Type-Options: nosniff');
  expect(refused).toContain('"error":"InvalidRecord"');
});
