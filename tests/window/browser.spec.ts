import { readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { firstPreferences } from '../../shared/preferences';
import { expect, expectAccessible, lookAround, person, signedIn, test } from './launch';

/** Debian's, which is newer than the Chromium in the Electron of these tests, and at least that of a release. */
const executablePath = '/usr/bin/chromium';
const pages = resolve('build/renderer');
/** A secure one, without which a page has no microphone. */
const origin = 'http://localhost';
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Answers for the program: the files of its pages, and the API over TCP as another tool gets it. */
async function serve(context: BrowserContext, api: string): Promise<void> {
  const { login, password } = person;
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const session = await fetch(`${api}/api/v2/sessions.json`, { ...signIn, body: JSON.stringify({ login, password }) });
  const authorization = `Bearer ${((await session.json()) as { token: string }).token}`;
  await context.route(`${origin}/**`, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) {
      // It would never end.
      if (pathname === '/api/v2/events') return route.abort();
      const response = await fetch(`${api}${pathname}${search}`, {
        method: request.method(),
        headers: { authorization, 'content-type': 'application/json', 'accept-language': 'en' },
        body: request.postData(),
      });
      const body = Buffer.from(await response.arrayBuffer());
      return route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
    }
    const isFile = extname(pathname) !== '';
    const contentType = isFile ? (types[extname(pathname)] ?? 'application/octet-stream') : 'text/html';
    const content = readFileSync(join(pages, isFile ? pathname : 'index.html'));
    const body = isFile
      ? content
      : content.toString().replace('__PREFERENCES__', preferences.replaceAll('"', '&quot;'));
    return route.fulfill({ contentType, body });
  });
}

const preferences = JSON.stringify({
  ...firstPreferences,
  theme: 'light',
  language: 'en',
});

/** In place of the program's own functions, of which the pages need the answers to some. */
const bridgeless = `
  const answers = {
    machine: { version: '0.1.0', platform: 'linux', needs_setup: false, keychain: 'ok', kit: null, data_folder: 'Earshot',
      free_bytes: 1e11, api_url: null, locked_for: null },
    preferences: ${preferences},
    api: { on: true, port: 8017, url: null },
    keep: { keeps_running: false, starts_hidden: false, has_tray: true },
    updates: { mode: 'off', place: null, outcome: null, version: null, checked_at: null, can_install: false, has_keys: false },
    commands: [],
  };
  window.earshot = new Proxy({}, {
    get: (_, name) => (name.startsWith('on') ? () => () => {} : async () => answers[name] ?? null),
  });`;

test('every page works in the Chromium of Debian: no error on the console, and axe finds nothing', async ({
  earshot,
}) => {
  test.setTimeout(600_000);
  await signedIn(earshot);
  await lookAround(earshot.page);
  const { port } = JSON.parse(readFileSync(join(earshot.dataFolder, 'api.json'), 'utf8'));
  const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    await serve(context, `http://127.0.0.1:${port}`);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      // The stream of changes is cut.
      if (message.type() === 'error' && !message.location().url.endsWith('/api/v2/events')) faults.push(message.text());
    });
    await page.addInitScript(bridgeless);
    const linksOn = async (path: string) => {
      await page.goto(origin + path);
      const links = page.getByRole('navigation').getByRole('link');
      await expect(links.first()).toBeVisible();
      return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    };
    const paths = [...new Set([...(await linksOn('/review')), ...(await linksOn('/admin/users'))])];
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      await page.goto(origin + path);
      await expect(page.getByRole('heading').first(), path).toBeVisible();
      await expectAccessible(page);
      expect(faults, path).toEqual([]);
    }
    await page.goto(`${origin}/review`);
    await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();
    const player = page.getByRole('group', { name: 'Player' });
    await expect(player.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
    await expectAccessible(page);
    expect([faults, browser.version().length > 0]).toEqual([[], true]);
  } finally {
    await browser.close();
  }
});
