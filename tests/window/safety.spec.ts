import { expect, test } from './launch';

test('the page runs locked in: no Node, no foreign address, no new window, no permission', async ({
  earshot: { app, page },
}) => {
  await page.waitForLoadState();

  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // biome-ignore lint/suspicious/noExplicitAny: not in the public types, but what counts is what is live
    const live = (window!.webContents as any).getLastWebPreferences();
    const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } = live;
    return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag };
  });
  const inside = await page.evaluate(async () => ({
    node: typeof (globalThis as { require?: unknown }).require,
    outside: await fetch('https://example.org/').then(
      () => 'reached',
      () => 'refused',
    ),
    loopback: await fetch('http://127.0.0.1:8017/healthz').then(
      () => 'reached',
      () => 'refused',
    ),
    opened: window.open('https://example.org/'),
    inline: (() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.planted = true';
      document.head.append(script);
      return 'planted' in globalThis ? 'ran' : 'refused';
    })(),
    bridge: Object.keys((globalThis as unknown as { earshot: object }).earshot).length,
  }));

  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
  expect(inside).toEqual({
    node: 'undefined',
    outside: 'refused',
    loopback: 'refused',
    opened: null,
    inline: 'refused',
    bridge: 8,
  });
});

test('the page comes with its policy, and with a new nonce each time', async ({ earshot: { page } }) => {
  await page.waitForLoadState();
  const policies = await page.evaluate(async () =>
    Promise.all(['/', '/'].map(async (path) => (await fetch(path)).headers.get('content-security-policy'))),
  );
  expect(policies[0]).toContain("default-src 'none'");
  expect(policies[0]).not.toContain('unsafe');
  expect(policies[0]).not.toBe(policies[1]);
});

test('the session’s token never reaches the page, and credentials of the page are dropped', async ({
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
  expect(seen).toEqual({ before: 401, keys: ['expires_at', 'user', 'role'], after: 200 });
});

test('a path of a request never reaches the disk', async ({ earshot: { page } }) => {
  await page.waitForLoadState();
  const statuses = await page.evaluate(async () =>
    Promise.all(
      ['/../package.json', '/%2e%2e/package.json', '/assets/../../package.json', '/nothing.js'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  );
  expect(statuses).toEqual([404, 404, 404, 404]);
});
