import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Delivery, webhookEvents as everything, type Webhook } from '@shared/contract/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isForbidden } from '../../electron/service/resources/shell/webhooks/addresses';
import { post } from '../../electron/service/resources/shell/webhooks/send';
import { party } from '../support/given';
import { keychainOver } from '../support/host';
import { receiver } from '../support/receiver';
import { administrator, startService, type TestOptions, type TestService } from '../support/start-service';

const path = '/api/v2/webhooks.json';
const day = 86_400_000;

/** What a test cannot go on without. */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there.');
  return value;
}

const under = (url: string, rest: string) => url.replace('.json', rest);
const deliveriesOf = async ({ admin }: TestService, url: string, query = '') =>
  (await admin.get(under(url, `/deliveries.json${query}`))).body.deliveries as Delivery[];
/** Waits until the deliveries of a webhook are as expected. */
const expectDeliveries = (started: TestService, url: string, expected: object[]) =>
  vi.waitFor(async () => expect(await deliveriesOf(started, url)).toMatchObject(expected), 15_000);

/** A service with a webhook of the administrator, and its receiver. */
async function withWebhook(more: object = {}, answer?: Parameters<typeof receiver>[0], options: TestOptions = {}) {
  const started = await startService(options);
  const hook = await receiver(answer);
  const webhook = { name: 'CRM', url: hook.url, events: everything, ...more };
  const { body } = await started.admin.post(path, { webhook });
  const { url, secret } = body as { url: string; secret: string };
  return { ...started, hook, url, secret };
}

/** A service whose clock is moved by hand. */
function clocked(start = Date.UTC(2026, 10, 20, 9)) {
  let at = start;
  return { now: () => at, pass: (ms: number) => (at += ms) };
}

test('a webhook is made with a secret that is shown once, read, changed and deleted', async () => {
  const { admin, url, secret, hook, given } = await withWebhook({ events: ['call.created'] });

  const { webhook } = (await admin.get(url)).body as { webhook: Webhook };
  const changed = await admin.put(url, { webhook: { name: 'Wallboard', events: ['note.created', 'call.removed'] } });
  const listed = (await admin.get(path)).body.webhooks as Webhook[];
  const stored = given.database((db) => db.prepare('SELECT * FROM webhooks').all());
  const removed = await admin.delete(url);

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhook).toEqual({
    webhook_id: expect.any(String),
    user_id: expect.any(String),
    name: 'CRM',
    url: hook.url,
    events: ['call.created'],
    is_on: true,
    created_at: expect.any(String),
    pending: 0,
    last_delivery_at: null,
    last_status: null,
    failing_since: null,
  });
  expect(changed.body.webhook.events).toEqual(['call.removed', 'note.created']);
  expect(listed.map(({ name }) => name)).toEqual(['Wallboard']);
  expect(JSON.stringify([stored, given.audited('webhook')])).not.toContain(secret.slice(6));
  expect([removed.status, (await admin.get(url)).status]).toEqual([200, 404]);
});

test('a change is told in the form of Standard Webhooks, and its signature is accepted by another library', async () => {
  const { given, hook, secret } = await withWebhook();
  const [call_id] = await given.calls({});

  const [first] = await hook.first(1);

  expect(first?.body).toEqual({
    type: 'call.created',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: { call_id, change: 'created' },
  });
  const headers = first?.headers as Record<string, string>;
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  const own = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`${id}.${at}.${first?.text}`);
  expect(signature).toBe(`v1,${own.digest('base64')}`);
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
  expect(new StandardWebhook(secret).verify(first?.text ?? '', headers)).toEqual(first?.body);
  expect(headers['content-type']).toBe('application/json');
});

test('every kind of change is told with ids and counts, and with no name', async () => {
  const { given, admin, hook } = await withWebhook();
  const [call_id = ''] = await given.calls({});
  for (const legal_hold of [true, false]) {
    await admin.put(`/api/v2/calls/${call_id}.json/legal_hold.json`, { call: { legal_hold } });
  }
  const note = (await admin.post(`/api/v2/calls/${call_id}.json/notes.json`, { note: { text: 'Heard' } })).body.url;
  await admin.put(note, { note: { text: 'Heard again' } });
  await admin.delete(note);
  await admin.delete(`/api/v2/calls/${call_id}.json`);
  await given.recorded('question.mp3');
  const done = (all: typeof hook.received) => all.find(({ body }) => body.type === 'import.done');
  await vi.waitFor(() => expect(done(hook.received)).toBeDefined(), 15_000);

  const types = hook.received.map(({ body }) => body.type);
  expect(types.slice(0, 7)).toEqual([
    'call.created',
    'call.changed',
    'call.changed',
    'note.created',
    'note.changed',
    'note.removed',
    'call.removed',
  ]);
  expect(types.slice(7)).toContain('call.created');
  expect(done(hook.received)?.body.data).toMatchObject({ status: 'done', total: 1, imported: 1, calls: 1 });
  expect(JSON.stringify(hook.received.map(({ body }) => body))).not.toMatch(/question|Heard|given/);
});

test('only what was chosen is told, and nothing while it is off', async () => {
  const { given, admin, hook, url } = await withWebhook({ events: ['call.removed'] });
  const [first, second, third] = await given.calls({}, {}, {});
  await admin.delete(`/api/v2/calls/${first}.json`);
  await hook.first(1);
  await admin.put(url, { webhook: { is_on: false } });
  await admin.delete(`/api/v2/calls/${second}.json`);
  await admin.put(url, { webhook: { is_on: true } });
  await admin.delete(`/api/v2/calls/${third}.json`);

  const received = await hook.first(2);

  expect(received.map(({ body }) => body.data)).toEqual([
    { call_id: first, change: 'removed' },
    { call_id: third, change: 'removed' },
  ]);
});

test('a webhook tells what its user reaches: no confidential call, nothing of another tenant, nothing of a former user', async () => {
  const started = await startService();
  const { given, admin } = started;
  const north = await given.tenant();
  const hook = await receiver();
  const person = await given.user({
    permissions: ['system:view', 'system:edit', 'calls:view'],
    access_level: 'tenant',
  });
  const { url } = (await person.post(path, { webhook: { name: 'CRM', url: hook.url, events: everything } })).body;
  const stranger = await given.user({ tenant_id: north });
  await given.calls({ confidential: 1 }, { tenant_id: north, participants: [party(stranger.user_id)] });
  const [seen] = await given.calls({});

  await expectDeliveries(started, url, [{ type: 'call.created', status: 'delivered' }]);
  await admin.put(`/api/v2/users/${person.user_id}.json`, { user: { is_active: false } });
  await given.calls({});

  expect(hook.received.map(({ body }) => body.data)).toEqual([{ call_id: seen, change: 'created' }]);
});

test.each([
  [{ url: 'ftp://127.0.0.1/' }, 'url'],
  [{ url: 'crm' }, 'url'],
  [{ url: 'http://crm.example.com/' }, 'url'],
  [{ url: 'https://crm.example.com/' }, 'url'],
  [{ url: 'http://127.0.0.2/' }, 'url'],
  [{ url: 'http://me:secret@localhost/' }, 'url'],
  [{ url: 'http://localhost/a\r\nX-Evil: y' }, 'url'],
  [{ url: `http://localhost/${'x'.repeat(2048)}` }, 'url'],
  [{ events: [] }, 'events'],
  [{ events: ['call.created', 'call.heard'] }, 'events.1'],
  [{ events: ['backup.done'] }, 'events.0'],
  [{ name: '' }, 'name'],
  [{ is_on: 'yes' }, 'is_on'],
  [{ colour: 'red' }, 'colour'],
])('%j is refused at %s', async (more, field) => {
  const { admin } = await startService();
  const webhook = { name: 'CRM', url: 'http://localhost:9/', events: ['call.created'], ...more };

  const { status, body } = await admin.post(path, { webhook });

  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
});

test('other computers are told over https, once the settings allow that', async () => {
  const { admin } = await startService();
  const make = async (url: string) => {
    const { status, body } = await admin.post(path, { webhook: { name: 'CRM', url, events: ['call.created'] } });
    return status === 201 ? 201 : Object.keys(body.details);
  };
  expect(await make('https://crm.example.com/hook')).toEqual(['url']);

  await admin.put('/api/v2/settings.json', { settings: { webhooks_outside: true } });

  expect(await make('https://crm.example.com/hook')).toBe(201);
  expect(await make('https://10.0.0.7/hook')).toBe(201);
  expect(await make('http://crm.example.com/hook')).toEqual(['url']);
  expect(await make('https://169.254.169.254/')).toEqual(['url']);
  expect(await make('https://127.0.0.2/')).toEqual(['url']);
  expect(await make('https://[fe80::1]/')).toEqual(['url']);
});

test('a tenant has at most 20 webhooks', async () => {
  const { admin } = await startService();
  const make = async () =>
    (await admin.post(path, { webhook: { name: 'CRM', url: 'http://localhost:9/', events: ['call.created'] } })).status;

  const statuses = [];
  for (let count = 0; count < 21; count += 1) statuses.push(await make());

  expect(statuses).toEqual(Array.from({ length: 21 }, (_, n) => (n < 20 ? 201 : 409)));
});

test('who may not edit the system, or does not reach a whole tenant, has no webhooks', async () => {
  const { given, url } = await withWebhook();
  const reader = await given.user({ permissions: ['system:view'], access_level: 'tenant' });
  const narrow = await given.user({ permissions: ['system:view', 'system:edit'], access_level: 'managed_groups' });
  const equal = await given.user({ permissions: ['system:view', 'system:edit'], access_level: 'tenant' });

  expect((await reader.get(url)).status).toBe(200);
  expect((await reader.put(url, { webhook: { is_on: false } })).status).toBe(403);
  expect((await reader.post(under(url, '/secret.json'))).status).toBe(403);
  expect((await narrow.get(url)).status).toBe(403);
  // It tells what an administrator reaches.
  expect((await equal.put(url, { webhook: { url: 'http://localhost:9/' } })).status).toBe(403);
  expect((await equal.post(under(url, '/secret.json'))).status).toBe(403);
  expect((await equal.delete(url)).status).toBe(403);
});

test('a delivery that is not accepted is tried eight times, with the same id, and has failed then', async () => {
  const clock = clocked();
  const started = await withWebhook({ events: ['note.created'] }, () => 500, { now: clock.now });
  const { given, hook, url, admin } = started;
  const [call_id] = await given.calls({});
  await admin.post(`/api/v2/calls/${call_id}.json/notes.json`, { note: { text: 'Heard' } });
  const waits = [5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000];

  for (const [place, wait] of waits.entries()) {
    const next_attempt_at = new Date(clock.now() + wait).toISOString().replace('.000Z', '+00:00');
    const tried = { status: 'pending', attempts: place + 1, response_status: 500, fault: 'status', next_attempt_at };
    await expectDeliveries(started, url, [tried]);
    clock.pass(wait);
    // Any change wakes it.
    await given.calls({});
  }

  await vi.waitFor(async () =>
    expect(await deliveriesOf(started, url)).toMatchObject([{ status: 'failed', attempts: 8, next_attempt_at: null }]),
  );
  const ids = hook.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([8, 1]);
  const { webhook } = (await admin.get(url)).body as { webhook: Webhook };
  expect([webhook.last_status, webhook.last_delivery_at, webhook.failing_since]).toEqual([
    500,
    null,
    expect.any(String),
  ]);
});

test('a receiver that is gone turns the webhook off', async () => {
  const started = await withWebhook({ events: ['call.created'] }, () => 410);
  const { given, admin, url } = started;
  await given.calls({});

  await expectDeliveries(started, url, [{ status: 'failed', attempts: 1, response_status: 410 }]);

  expect((await admin.get(url)).body.webhook.is_on).toBe(false);
});

test('a redirect is not followed', async () => {
  const started = await withWebhook({ events: ['call.created'] }, () => 302);
  await started.given.calls({});

  await expectDeliveries(started, started.url, [{ status: 'pending', response_status: 302, fault: 'redirect' }]);

  expect(started.hook.received).toHaveLength(1);
});

test('deliveries come in the order of the changes, one after another', async () => {
  let under_way = 0;
  const { given, hook } = await withWebhook({ events: ['call.created'] }, async () => {
    under_way += 1;
    await new Promise((resolve) => setImmediate(resolve));
    const alone = under_way === 1;
    under_way -= 1;
    return alone ? 200 : 500;
  });
  const ids = [];
  for (let count = 0; count < 20; count += 1) ids.push(...(await given.calls({})));

  const received = await hook.first(20);

  expect(received.map(({ body }) => (body.data as { call_id: string }).call_id)).toEqual(ids);
});

test.each([
  [
    'changes the protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    'status',
    101,
  ],
  ['never ends', 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc', null, 200],
  ['breaks off', 'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\nzz', null, 204],
  ['is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'connection', null],
])('an answer that %s does not stop the webhook', async (_, answer, fault, status) => {
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write(answer)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  const tried = await post({
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    body: '{}',
    signal: new AbortController().signal,
  });

  expect(tried).toEqual({ status, fault });
});

test('a token that has not all rights of its user makes no webhook, which would tell what the token may not see', async () => {
  const { admin, through } = await startService();
  const { user } = (await admin.get('/api/v2/sessions.json')).body;
  const scope = { system: ['view', 'edit'] };
  const { body } = await admin.post(`/api/v2/users/${user.user_id}/tokens.json`, { token: { name: 'CRM', scope } });
  const tool = through('tcp', { authorization: `Bearer ${body.token}` });

  const made = await tool.post(path, {
    webhook: { name: 'CRM', url: 'http://localhost:9/', events: ['call.created'] },
  });

  expect([made.status, (await admin.get(path)).body.webhooks]).toEqual([403, []]);
});

test('what waited while a webhook was off is delivered once it is on', async () => {
  const { admin, url, hook } = await withWebhook({ is_on: false });
  await admin.post(under(url, '/test.json'), {});

  await admin.put(url, { webhook: { is_on: true } });

  expect((await hook.first(1))[0]?.body.type).toBe('webhook.test');
});

test('a new secret signs beside the one before for a day, also after the master key was replaced', async () => {
  const clock = clocked();
  const started = await withWebhook({}, undefined, { now: clock.now, keychain: keychainOver(new Map()) });
  const { admin, url, secret, hook, inWindow } = started;
  await admin.post(under(url, '/secret.json'));
  const renewed = await admin.post(under(url, '/secret.json'));
  const window = await inWindow(administrator);
  const replaced = await window.post('/api/v2/master_key/replacement.json', {
    master_key: { password: administrator.password },
  });
  const check = async (place: number) => {
    await admin.post(under(url, '/test.json'), {});
    const { headers, text } = found((await hook.first(place)).at(-1));
    const signatures = String(headers['webhook-signature']).split(' ');
    const by = (one: string) =>
      `v1,${createHmac('sha256', Buffer.from(one.slice(6), 'base64'))
        .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`)
        .digest('base64')}`;
    return [renewed.body.secret, secret].map((one) => signatures.includes(by(one)));
  };

  const both = await check(1);
  clock.pass(day);
  const one = await check(2);

  expect([renewed.status, replaced.status, both, one]).toEqual([201, 200, [true, true], [true, false]]);
});

test('a test is sent, and a delivery is sent again', async () => {
  const started = await withWebhook();
  const { admin, url, hook } = started;

  const tested = await admin.post(under(url, '/test.json'), {});
  await expectDeliveries(started, url, [{ type: 'webhook.test', status: 'delivered', attempts: 1, fault: null }]);
  const [{ delivery_id } = { delivery_id: '' }] = await deliveriesOf(started, url);
  const retried = await admin.post(under(url, `/deliveries/${delivery_id}/retry.json`), {});
  const [first, second] = await hook.first(2);

  expect([tested.status, tested.body, retried.status]).toEqual([201, { delivery_id }, 200]);
  expect(retried.body.delivery).toMatchObject({ delivery_id, attempts: 0, status: 'pending' });
  expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
  expect(first?.body).toEqual({ type: 'webhook.test', timestamp: expect.any(String), data: {} });
  const other = under(url, `/deliveries/${crypto.randomUUID()}/retry.json`);
  expect((await admin.post(other, {})).status).toBe(404);
});

test('what was not delivered before the end is delivered after the next start', async () => {
  const kept = new Map<string, string>();
  let isUp = false;
  const { given, hook, service, dataFolder } = await withWebhook({}, () => (isUp ? 200 : 503), {
    keychain: keychainOver(kept),
  });
  const ids = await given.calls({}, {}, {});
  await hook.first(3);
  await service.close();
  isUp = true;

  await startService({ dataFolder, keychain: keychainOver(kept), now: () => Date.now() + 60_000 });

  const later = (await hook.first(6)).slice(3).map(({ body }) => (body.data as { call_id: string }).call_id);
  expect(new Set(later)).toEqual(new Set(ids));
});

test('more than 10,000 pending deliveries drop the oldest', async () => {
  const clock = clocked();
  const started = await withWebhook({}, () => 500, { now: clock.now });
  const { given, url, admin } = started;
  const webhook_id = url.split('/').at(-1)?.replace('.json', '');
  given.database((db) => {
    const insert = db.prepare(`
      INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, data, status, next_attempt_at, created_at)
      VALUES (?, ?, 'call.created', '{}', 'pending', ?, ?)`);
    const later = clock.now() + 3 * day;
    for (let count = 0; count < 10_002; count += 1) insert.run(crypto.randomUUID(), webhook_id, later, clock.now());
  });
  await given.calls({});

  const { webhook } = (await admin.get(url)).body as { webhook: Webhook };
  const dropped = await deliveriesOf(started, url, '?status=dropped');

  expect([webhook.pending, dropped.length]).toEqual([10_000, 3]);
});

test('after seven days, deliveries are gone but for those that are still to be made', async () => {
  const clock = clocked();
  const kept = new Map<string, string>();
  const options = { now: clock.now, keychain: keychainOver(kept) };
  const { admin, url, service, dataFolder } = await withWebhook({}, () => 204, options);
  const tested = async () => (await admin.post(under(url, '/test.json'), {})).body.delivery_id as string;
  await tested();
  await vi.waitFor(async () => expect((await admin.get(url)).body.webhook.last_delivery_at).not.toBeNull());
  await admin.put(url, { webhook: { is_on: false } });
  const waiting = await tested();
  await service.close();
  clock.pass(8 * day);

  const again = await startService({ ...options, dataFolder });

  expect((await deliveriesOf(again, url)).map(({ delivery_id }) => delivery_id)).toEqual([waiting]);
});

test('the end of a removed call is told, and only to those who would have seen it', async () => {
  const clock = clocked();
  const kept = new Map<string, string>();
  const options = { now: clock.now, keychain: keychainOver(kept) };
  const { given, admin, service, dataFolder, hook } = await withWebhook(
    { events: ['call.destroyed'] },
    undefined,
    options,
  );
  const person = await given.user({
    permissions: ['system:view', 'system:edit', 'calls:view'],
    access_level: 'tenant',
  });
  const other = await receiver();
  await person.post(path, { webhook: { name: 'Wallboard', url: other.url, events: ['call.destroyed'] } });
  const [open, confidential] = await given.calls({}, { confidential: 1 });
  await admin.delete(`/api/v2/calls/${open}.json`);
  await admin.delete(`/api/v2/calls/${confidential}.json`);
  await service.close();
  // Time is counted in steps of at most three days.
  for (let step = 0; step < 12; step += 1) {
    clock.pass(3 * day);
    await (await startService({ ...options, dataFolder })).service.close();
  }
  await startService({ ...options, dataFolder });

  const told = (await hook.first(2)).map(({ body }) => (body.data as { call_id: string }).call_id);
  expect(new Set(told)).toEqual(new Set([open, confidential]));
  await vi.waitFor(() =>
    expect(other.received.map(({ body }) => body.data)).toEqual([{ call_id: open, change: 'destroyed' }]),
  );
});

test('a name that leads to another address is not connected to', async () => {
  const signal = new AbortController().signal;
  const leading = (...found: string[]) =>
    ((_name: string, _options: object, done: (cause: null, all: LookupAddress[]) => void) =>
      done(
        null,
        found.map((address) => ({ address, family: 4 })),
      )) as unknown as Parameters<typeof post>[1];
  const sent = { headers: {}, body: '{}', signal };

  const answers = [
    await post({ ...sent, url: 'http://localhost:9/' }, leading('93.184.216.34')),
    await post({ ...sent, url: 'https://crm.example.com/' }, leading('127.0.0.1')),
    await post({ ...sent, url: 'https://crm.example.com/' }, leading('93.184.216.34', '169.254.169.254')),
    await post({ ...sent, url: 'https://127.0.0.2/' }),
    await post({ ...sent, url: 'http://127.0.0.1:9/' }),
  ];

  expect(answers.map(({ fault }) => fault)).toEqual(['address', 'address', 'address', 'address', 'connection']);
});

test.each([
  '0.0.0.0',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
])('%s is no address outside of this computer', (address) => {
  expect(isForbidden(address)).toBe(true);
});

test.each(['10.0.0.1', '192.168.1.1', '93.184.216.34', '2001:db8::1', '::ffff:93.184.216.34'])(
  '%s may be told',
  (address) => {
    expect(isForbidden(address)).toBe(false);
  },
);
