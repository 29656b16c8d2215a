import { createSocket } from 'node:dgram';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Bridge } from '@shared/ipc';
import { below, dumped, nothing } from '../support/core-dumps';
import { inside, knock, nothingInside, openStranger, type Stranger } from './confined';
import { expect, test as inWindow, setUp, signedIn } from './launch';

const test = inWindow.extend<{ stranger: Stranger }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
  stranger: async ({}, use) => {
    const stranger = await openStranger();
    await use(stranger);
    stranger.close();
  },
});

test.use({ calls: null });

test('the page is confined: no Node, no permission, no other page', async ({ earshot: { app, page }, stranger }) => {
  await page.waitForLoadState();

  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // biome-ignore lint/suspicious/noExplicitAny: not in the public types, but the live values are what matters
    const live = (window!.webContents as any).getLastWebPreferences();
    const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } = live;
    return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag };
  });
  await page.evaluate((url) => void location.assign(url), stranger.url);
  const stayed = await page.evaluate(() => location.origin);

  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
  expect(await inside(page)).toEqual(nothingInside);
  expect(stayed).toBe('app://earshot');
  expect(stranger.visits()).toBe(0);
});

test('no request of the page reaches another address: the policy blocks it, and without the policy the program does', async ({
  earshot: { app, page },
  stranger,
}) => {
  await page.waitForLoadState();
  const refused = { fetched: 'refused', opened: null };

  const byPolicy = await knock(page, stranger.url);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await page.reload();
  const byProgram = await knock(page, stranger.url);

  expect(byPolicy).toEqual({ ...refused, inline: 'refused', policy: ['connect-src', 'img-src', 'script-src-elem'] });
  expect(byProgram).toEqual({ ...refused, inline: 'ran', policy: [] });
  expect(app.windows()).toHaveLength(1);
  expect(stranger.visits()).toBe(0);
  await fetch(stranger.url);
  expect(stranger.visits()).toBe(1);
});

test('WebRTC has no way out, over UDP or TCP, to another address of this machine either', async ({
  earshot: { page },
}) => {
  await page.waitForLoadState();
  let arrived = 0;
  const udp = createSocket('udp4', () => arrived++);
  await new Promise<void>((bound) => udp.bind(0, '127.0.0.2', bound));
  const tcp = createTcpServer((socket) => socket.on('error', () => undefined)).on('connection', (socket) => {
    arrived++;
    socket.destroy();
  });
  await new Promise<void>((listening) => tcp.listen(0, '127.0.0.2', listening));
  const { port } = tcp.address() as AddressInfo;

  const gathered = await page.evaluate(
    async ([udp, tcp]) => {
      const turn = { username: 'carried', credential: 'out' };
      const peer = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.2:${udp}` },
          { urls: `turn:127.0.0.2:${udp}?transport=udp`, ...turn },
          { urls: `turn:127.0.0.2:${tcp}?transport=tcp`, ...turn },
        ],
      });
      peer.createDataChannel('out');
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise<void>((done) => {
        peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done();
        if (peer.iceGatheringState === 'complete') done();
      });
      const page = (await fetch('/')).status;
      peer.close();
      return page;
    },
    [udp.address().port, port] as const,
  );

  expect([gathered, arrived]).toEqual([200, 0]);
  // Both would have counted.
  udp.send('here', udp.address().port, '127.0.0.2');
  connect(port, '127.0.0.2').on('error', () => undefined);
  await expect.poll(() => arrived).toBe(2);
  udp.close();
  tcp.close();
});

test.describe('after its end', () => {
  test.use({ ownProgram: true });

  test('the settings and what Chromium keeps are readable by their user only', async ({ earshot }) => {
    const { app, dataFolder } = earshot;
    await app.close();
    const folder = join(dataFolder, 'window');
    const open = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => lstatSync(join(folder, name)).isFile())
      .filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });
});

test('no process of the window leaves its memory in a core dump', async ({ earshot: { app, page } }) => {
  await page.waitForLoadState();
  const pid = app.process().pid as number;
  const dumps = () => [pid, ...below(pid)].map(dumped);
  expect(dumps().length).toBeGreaterThan(3);
  await expect.poll(() => dumps().filter((dump) => !isDeepStrictEqual(dump, nothing))).toEqual([]);
});

test('every page is served with the policy, and with a new nonce each time', async ({ earshot: { page } }) => {
  await page.waitForLoadState();
  const answers = await page.evaluate(async () =>
    Promise.all(
      ['/', '/', '/index.html', '/INDEX.html', '/%69ndex.html', '/review', '/nothing', '/assets/'].map(async (path) => {
        const answer = await fetch(path);
        const isPage = answer.status === 200 && /^text\/html/.test(answer.headers.get('content-type') ?? '');
        const policy = answer.headers.get('content-security-policy') ?? '';
        return { path, isPage, policy, text: await answer.text() };
      }),
    ),
  );

  const pages = answers.filter(({ isPage }) => isPage);
  const nonces = pages.map(({ policy }) => policy.match(/'nonce-([^']{20,})'/)?.[1]);
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/', '/review']));
  expect(pages.filter(({ policy }) => !policy.includes("default-src 'none'") || policy.includes('unsafe'))).toEqual([]);
  expect(pages.filter(({ text }, n) => text.includes('CSP_NONCE') || !text.includes(`"${nonces[n]}"`))).toEqual([]);
  expect(new Set(nonces).size).toBe(pages.length);
});

test('main answers each function of the bridge and refuses unknown input', async ({ earshot }) => {
  const { app, page, dataFolder, choose } = earshot;
  await page.waitForLoadState();
  await choose([dataFolder]);
  const filePath = join(dataFolder, 'kept.txt');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, filePath);

  const answered = await page.evaluate(async () => {
    const { earshot } = globalThis as unknown as { earshot: Bridge };
    return {
      names: Object.keys(earshot).sort(),
      machine: await earshot.machine(),
      chosen: await earshot.choose('folder'),
      samples: await earshot.samples(),
      link: await earshot.link(),
      kept: await earshot.keep(),
      updates: await earshot.updates(),
      updatesChange: await earshot.updates({ mode: 'install' }),
      updateFolder: await earshot.updateFolder(),
      looked: await earshot.lookForUpdate(),
      diagnosis: (await earshot.diagnosis()).includes('"checks"'),
      api: await earshot.api(),
      apiChange: await earshot.api({ on: false }).catch((cause: Error) => cause.message),
      sealed: await earshot.seal('search=Ada').then(async (sealed) => ({
        isOpen: sealed?.includes('Ada') || atob(sealed ?? '').includes('Ada'),
        opened: await earshot.unseal(sealed ?? ''),
        changed: await earshot.unseal(`AAAA${sealed}`),
      })),
      saved: await earshot.saveText('../kit.txt', 'seven words'),
      preferences: await earshot.preferences({ theme: 'dark' }),
    };
  });
  await setUp(earshot);
  await signedIn(earshot);
  const refused = await page.evaluate(async () => {
    // Calls it like a compromised page would.
    const earshot = (globalThis as unknown as { earshot: Record<string, (...sent: unknown[]) => Promise<unknown>> })
      .earshot;
    const said = (name: string, ...sent: unknown[]) =>
      earshot[name]!(...sent).then(
        (answer) => `answered ${JSON.stringify(answer)}`,
        (cause: Error) => cause.message,
      );
    return [
      await said('choose', 'everything'),
      await said('dropped', []),
      await said('dropped', [new File(['words'], 'made-here.wav')]),
      await said('saveText', '', 'words'),
      await said('saveText', 'kit.txt', 'x'.repeat(33_554_433)),
      await said('saveText', 'kit.txt', ['words']),
      await said('savePdf', ''),
      await said('preferences', { theme: 'pink' }),
      await said('preferences', { data_folder: '/' }),
      await said('preferences', { zoom: 9 }),
      await said('moveData'),
      await said('save', 'https://example.com/a.wav'),
      await said('save', '/api/v2/calls/../openapi.json'),
      await said('save', '/api/v2/audit_log/export.csv/../../openapi.json'),
      await said('save', '/api/v2/reports/../users.json'),
      await said('api', { port: 80 }),
      await said('keep', { keeps_running: 'yes' }),
      await said('updates', { address: 'http://updates.example.com' }),
      await said('openApi', 'https://example.com'),
      await said('stopSaving', 'all'),
      await said('commands', [{ id: 'x', part: 'nowhere', label: 'X', keys: null, enabled: true }]),
      await said('notify', { id: 1, title: '', body: '' }),
      await said('seal', 'x'.repeat(65_537)),
      await said('unseal', '<not base64>'),
      await said('recorder', { recording_id: '../settings', call_id: '', is_paused: false }),
      (await Promise.all(Array.from({ length: 300 }, () => said('link')))).find((text) => !text.startsWith('answered')),
    ];
  });
  await page.evaluate(() => {
    const { earshot } = globalThis as unknown as { earshot: Bridge };
    earshot.onLocked(() => Object.assign(globalThis, { wasLocked: true }));
  });
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
  await page.waitForFunction(() => 'wasLocked' in globalThis);

  const why = /^Error invoking remote method 'earshot:([a-z-]+)': Error: (?:The arguments are not valid: (\w+)|(.*))$/s;
  expect(refused.map((message) => message?.replace(why, '$1: $2$3'))).toEqual([
    'choose: invalid_value',
    'dropped: too_small',
    'dropped: too_small',
    'save-text: too_small',
    'save-text: too_big',
    'save-text: invalid_type',
    'save-pdf: too_small',
    'preferences: custom',
    'preferences: custom',
    'preferences: custom',
    'move-data: The archive has a user already.',
    'save: invalid_union',
    'save: invalid_union',
    'save: invalid_union',
    'save: invalid_union',
    'api: too_small',
    'keep: invalid_type',
    'updates: custom',
    'open-api: invalid_value',
    'stop-saving: invalid_type',
    'commands: invalid_value',
    'notify: too_small',
    'seal: too_big',
    'unseal: invalid_format',
    'recorder: invalid_format',
    'link: Too many requests.',
  ]);
  const handle = expect.stringMatching(/^[\w-]{16,}$/);
  const nothing = { place: null, outcome: null, version: null, checked_at: null };
  const neverLooked = { mode: 'off', ...nothing, can_install: false, has_keys: false };
  expect(answered).toEqual({
    names: [
      'api',
      'choose',
      'close',
      'commands',
      'diagnosis',
      'dropped',
      'keep',
      'link',
      'lookForUpdate',
      'machine',
      'moveData',
      'notify',
      'onCommand',
      'onLinked',
      'onLocked',
      'onNoticed',
      'onSaving',
      'onUpdated',
      'openApi',
      'preferences',
      'recorder',
      'samples',
      'save',
      'savePdf',
      'saveText',
      'seal',
      'showLog',
      'stopSaving',
      'unseal',
      'updateFolder',
      'updates',
    ],
    machine: expect.objectContaining({ platform: process.platform, needs_setup: true }),
    chosen: { handle, name: expect.stringMatching(/^earshot-window-/) },
    samples: { handle, name: 'Sample calls' },
    link: null,
    kept: { keeps_running: false, starts_hidden: false, has_tray: false },
    updates: neverLooked,
    updatesChange: null,
    updateFolder: null,
    looked: neverLooked,
    diagnosis: true,
    api: { on: true, port: 8017, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
    apiChange: expect.stringContaining('This role may not change the API.'),
    sealed: { isOpen: false, opened: 'search=Ada', changed: null },
    saved: 'kept.txt',
    preferences: {
      theme: 'dark',
      language: null,
      zoom: 1,
      lock_after_minutes: 15,
      notifies: true,
      global_keys: 'pause',
    },
  });
  expect(readFileSync(filePath, 'utf8')).toBe('seven words');
});

test('the session’s token never reaches the page, and credentials sent by the page are dropped', async ({
  earshot: { page },
}) => {
  await page.waitForLoadState();
  const seen = await page.evaluate(async () => {
    const json = { 'content-type': 'application/json' };
    const setup = { name: 'Ada', login: 'ada', password: 'long enough for this' };
    await fetch('/api/v2/setup.json', { method: 'POST', headers: json, body: JSON.stringify({ setup }) });
    const basic = { authorization: `Basic ${btoa('ada:long enough for this')}` };
    const before = (await fetch('/api/v2/calls.json', { headers: basic })).status;
    const { login, password } = setup;
    const session = await fetch('/api/v2/sessions.json', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ login, password }),
    });
    return { before, keys: Object.keys(await session.json()), after: (await fetch('/api/v2/calls.json')).status };
  });
  const keys = ['expires_at', 'timezone', 'user', 'role', 'multi_tenancy', 'reaches_every_tenant'];
  expect(seen).toEqual({ before: 401, keys, after: 200 });
});

test('the path of a request never reaches the disk', async ({ earshot: { page } }) => {
  await page.waitForLoadState();
  const folder = resolve('build/renderer');
  const climbing = ['../../package.json', '../../README.md', '../node/main.cjs', 'assets/../../node/main.cjs'];
  // Plain dots and slashes are resolved before sending; these arrive unchanged.
  const paths = climbing.flatMap((path) => [
    `/${path.replaceAll('/', '%2f')}`,
    `/${path.replaceAll('/', '%2F').replaceAll('..', '%2e%2e')}`,
    `/${path.replaceAll('/', '%5c')}`,
  ]);
  const absolute = `/${encodeURIComponent(resolve('package.json'))}`;

  const statuses = await page.evaluate(
    async (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
    [...paths, absolute, '/nothing.js'],
  );

  expect(climbing.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set([404]));
});
