import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import {
  ask,
  type Earshot,
  expect,
  look,
  lookAround,
  person,
  programOn,
  signedIn,
  speak,
  startElectron,
  test,
} from './launch';
import { answer, asTool, closeWindow, receiver } from './outside';
import { offerUpdate } from './packaged';
import { openPanel } from './panel';

test.use({ ownProgram: true });

type Panel = Awaited<ReturnType<typeof openPanel>>;
let panel: Panel | undefined;
test.afterEach(() => panel?.leave());

const windows = (app: ElectronApplication) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Watches a new folder. */
async function watch({ page, choose }: Earshot, folder: string): Promise<void> {
  mkdirSync(folder);
  await choose([folder]);
  const source = await page.evaluate(async () => (await window.earshot.choose('folder'))?.handle);
  await ask(page, 'POST', '/api/v2/watch_folders.json', { watch_folder: { source } });
}

test('a program that stays imports and answers without its window, and opens at the same call', async ({
  earshot,
}, testInfo) => {
  panel = await openPanel();
  const { labels, choose: chooseEntry } = panel;
  const { app, page } = earshot;
  await signedIn(earshot);
  await lookAround(page);
  await page.keyboard.press('Escape');
  const folder = testInfo.outputPath('handset');
  await watch(earshot, folder);
  const hook = await receiver();
  hook.status = 500;
  const told = () => hook.received.map(({ text }) => JSON.parse(text).type);

  await test.step('the first close lists what would stop, and can be cancelled', async () => {
    const webhook = { name: 'Wallboard', url: hook.url, events: ['call.created', 'recording.closed'] };
    await asTool(earshot, 'POST', '/api/v2/webhooks.json', { webhook });
    const asked = await answer(app, 2);
    await closeWindow(app);
    await expect.poll(asked).toMatchObject([
      {
        message: 'Keep Earshot running?',
        detail:
          'This stops when Earshot ends:\n• Watching the folder\n• 1 webhook\n• The API, which 1 tool uses\nThe preferences change this later.',
        buttons: ['Keep running', 'Quit', 'Cancel'],
        checkboxLabel: 'Do not ask again',
      },
    ]);
    expect(await windows(app)).toBe(1);
  });

  await test.step('a call stands at a second', async () => {
    await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();
    await expect(page.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
    await page.getByRole('group', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).click();
  });
  const address = page.url();
  const second = await page.getByRole('timer').textContent();

  await test.step('without the window, the program shows what goes on', async () => {
    await answer(app, 0);
    await closeWindow(app);
    await expect.poll(() => windows(app)).toBe(0);
    await expect.poll(() => panel?.hasIcon()).toBe(true);
    expect(await labels()).toEqual([
      'Watching, API on',
      'Pause watching',
      'Open Earshot',
      'Show the log',
      'Quit Earshot',
    ]);
  });

  await test.step('a file in the folder becomes a call, which the API returns', async () => {
    copyFileSync('tests/data/audio/short-stereo-16k.wav', join(folder, '20261120-1508-214.wav'));
    await expect
      .poll(async () => (await asTool(earshot, 'GET', '/api/v2/calls.json')).calls.length, { timeout: 60_000 })
      .toBe(7);
  });

  await test.step('the webhook, which was not accepted, falls due, and a tool records', async () => {
    await expect.poll(told).toEqual(['call.created']);
    hook.status = 204;
    await expect.poll(told, { timeout: 30_000 }).toEqual(['call.created', 'call.created']);
    const sound = { format: 'pcm_s16le', sample_rate: 8000, channels: 1 };
    const { recording_id } = await asTool(earshot, 'POST', '/api/v2/recordings.json', { recording: sound });
    await asTool(earshot, 'PUT', `/api/v2/recordings/${recording_id}/audio?offset=0`, Buffer.alloc(16_000));
    await asTool(earshot, 'DELETE', `/api/v2/recordings/${recording_id}.json`);
    await expect.poll(told).toEqual(['call.created', 'call.created', 'call.created', 'recording.closed']);
    hook.close();
  });

  await test.step('watching is paused and goes on', async () => {
    await chooseEntry('Pause watching');
    await expect.poll(labels).toContain('Watching is paused, API on');
    expect((await asTool(earshot, 'GET', '/api/v2/settings.json')).settings.watch_folder_on).toBe(false);
    await chooseEntry('Resume watching');
    await expect.poll(labels).toContain('Watching, API on');
  });

  await test.step('the window opens at the same call and second, in the same session', async () => {
    const opened = app.waitForEvent('window');
    await chooseEntry('Open Earshot');
    const again = await opened;
    await expect(again).toHaveURL(address);
    await expect(again.getByRole('timer')).toHaveText(second ?? '');
    await expect(
      again.getByRole('group', { name: 'Player' }).getByRole('button', { name: 'Play', exact: true }),
    ).toBeVisible();
  });

  await test.step('a link opens the window, at a moment of the call', async () => {
    await closeWindow(app);
    await expect.poll(() => windows(app)).toBe(0);
    const opened = app.waitForEvent('window');
    const [electron, own] = programOn(earshot.dataFolder);
    spawn(electron, [...own, `earshot://call/${new URL(address).searchParams.get('call')}?t=2000`], {
      stdio: 'ignore',
    });
    await expect((await opened).getByRole('timer')).toHaveText(/^0:02/);
  });

  await test.step('a window that was locked meanwhile asks for the password', async () => {
    await closeWindow(app);
    await expect.poll(() => windows(app)).toBe(0);
    await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));
    const opened = app.waitForEvent('window');
    await chooseEntry('Open Earshot');
    const again = await opened;
    await expect(again.getByRole('heading', { name: 'Locked' })).toBeVisible();
    await expect(again.getByText(person.name)).toBeVisible();
    await again.getByLabel('Password', { exact: true }).fill(person.password);
    await again.getByRole('button', { name: 'Unlock' }).press('Enter');
    await expect(again.getByRole('timer')).toHaveText(/^0:0\d/);
  });

  await test.step('the icon ends the program', async () => {
    const ended = once(app.process(), 'exit');
    await chooseEntry('Quit Earshot');
    expect(await ended).toEqual([0, null]);
  });
});

test('a desktop without a place for icons keeps the window, and says so once', async ({ earshot }) => {
  const { app, page } = earshot;
  await signedIn(earshot);
  await page.evaluate(() => window.earshot.keep({ keeps_running: true }));
  const asked = await answer(app);
  const isMinimised = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.prototype.minimize = () => {
      Object.assign(globalThis, { minimised: true });
    };
  });
  await closeWindow(app);
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'minimised'))).toBe(true);
  await closeWindow(app);
  await expect.poll(asked).toMatchObject([{ message: 'Earshot stays in its window' }]);
  expect(await windows(app)).toBe(1);
  expect(await isMinimised()).toBe(false);
});

test('the switches of this program write and remove the entry of the session', async ({ restart }, testInfo) => {
  const config = testInfo.outputPath('config');
  const { page } = await restart({ XDG_CONFIG_HOME: config });
  const entry = join(config, 'autostart', 'earshot.desktop');
  await ask(page, 'POST', '/api/v2/sessions.json', { login: person.login, password: person.password });
  await page.goto('app://earshot/preferences');
  const stays = page.getByRole('switch', { name: 'Keep running when the window is closed' });
  const starts = page.getByRole('switch', { name: 'Start at sign-in, hidden' });
  await expect(stays).not.toBeChecked();
  await starts.press('Space');
  await expect(starts).not.toBeChecked();
  await stays.press('Space');
  await expect(stays).toBeChecked();
  await starts.press('Space');
  await expect(starts).toBeChecked();
  expect(readFileSync(entry, 'utf8')).toMatch(/^Exec="[^"]+" "[^"]+" "--data-dir=[^"]+" "--hidden"$/m);
  await look(page, 'preferences-program');
  await speak(page, 'de');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Beim Anmelden am Computer verborgen starten' })).toBeChecked();
  await look(page, 'preferences-program-german');
  await page.getByRole('switch', { name: 'Weiterlaufen, wenn das Fenster geschlossen wird' }).press('Space');
  await expect.poll(() => existsSync(entry)).toBe(false);
});

test('a hidden start has no window until another start opens it', async ({ earshot }) => {
  panel = await openPanel();
  const { dataFolder } = earshot;
  await earshot.page.evaluate(() => window.earshot.keep({ keeps_running: true }));
  await earshot.app.close();
  const app = await startElectron([...programOn(dataFolder)[1], '--hidden']);
  try {
    await expect.poll(() => existsSync(join(dataFolder, 'api.json'))).toBe(true);
    expect(await asTool(earshot, 'GET', '/api/v2/calls.json?limit=1')).toHaveProperty('calls');
    await expect.poll(async () => panel?.labels()).toContain('API on');
    expect(await windows(app)).toBe(0);

    const opened = app.waitForEvent('window');
    const [electron, own] = programOn(dataFolder);
    spawn(electron, own, { stdio: 'ignore' });
    await expect((await opened).getByLabel('Login')).toBeVisible();
  } finally {
    await app.close();
  }
});

test('updates are off until somebody turns them on, and say what came of a look', async ({ earshot }) => {
  const { page } = earshot;
  await signedIn(earshot);
  await page.goto('app://earshot/preferences');
  const modes = page.getByRole('radiogroup', { name: 'Updates' });
  await expect(modes.getByRole('radio', { name: 'Off' })).toBeChecked();
  await expect(page.getByText('was built without the keys of releases')).toBeVisible();
  await modes.getByText('Tell me').click();
  const check = page.getByRole('button', { name: 'Check now' });
  await check.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Enter an address or choose a folder first.');
  const from = page.getByLabel('Source');
  await from.fill('http://updates.example.com');
  await from.press('Tab');
  await expect(page.getByText('Enter an address that begins with https://, or choose a folder.')).toBeVisible();
  const site = await offerUpdate(Buffer.from('program'));
  try {
    await from.fill(site.address);
    await from.press('Tab');
    // This program was built without the keys of releases.
    await expect(page.getByText('has a wrong signature')).toBeVisible();
    await look(page, 'preferences-updates');
    await from.fill('');
    await from.press('Enter');
    await page.mouse.move(0, 0);
    await check.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Enter an address or choose a folder first.');
    await from.fill(site.address);
    await from.press('Enter');
    await expect(page.getByText('has a wrong signature')).toBeVisible();
    await check.press('Enter');
    await expect(page.getByText('has a wrong signature')).toBeVisible();
    const { program } = await ask(page, 'GET', '/api/v2/program.json');
    expect(program.updates).toEqual({ mode: 'notify', version: null, checked_at: expect.any(String) });
  } finally {
    site.close();
  }
});
