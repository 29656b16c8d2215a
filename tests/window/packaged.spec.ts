import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { inside, knock, nothingInside, openStranger } from './confined';
import { person, signIn } from './launch';
import {
  appImage,
  deb,
  debPath,
  firstPage,
  type Installed,
  keyringOf,
  mayMount,
  offerUpdate,
  rpmPath,
} from './packaged';
import { openPanel } from './panel';

// One after another: the packages are made once.
test.describe.configure({ mode: 'default', timeout: 600_000 });
const isRoot = process.getuid?.() === 0;

/** The first start: an administrator, the sample calls, and one of them is heard. */
async function beginWork(page: Page, home: string): Promise<void> {
  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('Login').fill(person.login);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  // Without a keychain, no recovery kit is offered.
  const kit = page.getByRole('button', { name: /later/i });
  await expect(kit.or(page.getByText('Look around first'))).toBeVisible();
  if (await kit.isVisible()) await kit.click();
  await page.getByText('Look around first').click();
  await expect(page.getByText('6 calls imported')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();
  const player = page.getByRole('group', { name: 'Player' });
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
  expect(existsSync(join(home, '.local', 'share', 'earshot', 'earshot.db'))).toBe(true);
}

const lastLine = (text: string) => JSON.parse(text.trim().split('\n').at(-1) ?? '');

/** Imports a recording, checks the archive, and adds a user and a token, without a display. */
function command({ run, home, env }: Installed): void {
  expect(run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n' });
  expect(run('nonsense')).toMatchObject({ status: 2, stdout: '' });
  const data = join(home, 'archive');
  const password = join(home, 'password');
  writeFileSync(password, 'walnut bicycle harbour\n');
  const recordings = join(home, 'recordings');
  mkdirSync(recordings);
  copyFileSync('tests/data/audio/short-stereo-16k.wav', join(recordings, '20261120-1508-214.wav'));
  Object.assign(env, { EARSHOT_ADMIN_LOGIN: 'ada', EARSHOT_ADMIN_PASSWORD_FILE: password });
  const json = (...words: string[]) => {
    const { status, stdout, stderr } = run(...words, '--data', data, '--json');
    // Chromium's own lines would be here too.
    expect([status, stderr.includes(':ERROR:')], `${words.join(' ')}: ${stderr}`).toEqual([0, false]);
    return lastLine(stdout);
  };
  expect(json('import', recordings)).toMatchObject({ imported: 1 });
  expect(json('verify')).toEqual({ database_ok: true, audit_ok: true });
  expect(json('token', 'add', '--login', 'ada', '--name', 'CRM')).toHaveProperty('token');
  // Another test may use the port, and memory may be less than a disk should have.
  const { checks, keychain } = lastLine(run('doctor', '--data', data, '--json').stdout);
  expect([keychain, checks.length]).toEqual(['ok', 6]);
}

/** Serves the archive, and ends with SIGTERM. */
async function serve({ start, home }: Installed): Promise<void> {
  const data = join(home, 'archive');
  const server = start('serve', '--data', data, '--port', '0');
  const [line] = await once(createInterface({ input: server.stdout as Readable }), 'line');
  const { ok } = await fetch(`${JSON.parse(line).url}/healthz`);
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect([ok, await ended]).toEqual([true, [0, null]]);
}

test('the AppImage starts for an ordinary user: commands without a display, first run, sample calls, playback', async () => {
  const program = appImage();
  try {
    expect(program.run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n' });
    const { status, stderr } = program.run('--no-sandbox');
    expect([status, stderr]).toEqual([1, expect.stringContaining('does not run without the sandbox')]);
    expect(program.run()).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no display') });
    const { page, close } = await program.open();
    await beginWork(page, program.home);
    await test.step('its page is confined', () => confined(page));
    await close();
    await test.step('an update replaces it in one step', () => update(program));
  } finally {
    program.remove();
  }
});

/** The page of the packaged program: no Node, no permission, no other page, no request to another address. */
async function confined(page: Page): Promise<void> {
  const stranger = await openStranger();
  try {
    expect(await inside(page)).toEqual(nothingInside);
    expect(await knock(page, stranger.url)).toEqual({
      fetched: 'refused',
      inline: 'refused',
      opened: null,
      policy: ['connect-src', 'img-src', 'script-src-elem'],
    });
    const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy') ?? '');
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toContain('unsafe');
    await page.evaluate((url) => void location.assign(url), stranger.url);
    expect(await page.evaluate(() => location.origin)).toBe('app://earshot');
    // A path that leads out of the program, as it is.
    expect(await page.evaluate(async () => (await fetch('/..%2f..%2fpackage.json')).status)).toBe(404);
    expect(stranger.visits()).toBe(0);
  } finally {
    stranger.close();
  }
}

/** How often the program is killed while it replaces itself: not in a usual run. */
const kills = Number(process.env.EARSHOT_UPDATE_KILLS ?? 0);

/** Replaces the AppImage by version 0.2.0, which is the same program with a byte more. */
async function update(program: Installed): Promise<void> {
  const path = join(program.home, 'Earshot.AppImage');
  const before = readFileSync(path);
  const after = Buffer.concat([before, Buffer.from('\n')]);
  const site = await offerUpdate(after);
  const isWhole = () => [before, after].some((one) => one.equals(readFileSync(path)));
  const begin = async () => {
    const { page, kill, close } = await program.open();
    await signIn(page);
    await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
    await page.evaluate((address) => window.earshot.updates({ mode: 'notify', address }), site.address);
    const looked = await page.evaluate(() => window.earshot.lookForUpdate());
    expect(['found', 'installed']).toContain(looked.outcome);
    await page.evaluate(() => void window.earshot.updates({ mode: 'install' }));
    return { page, kill, close };
  };
  try {
    for (let n = 0; n < kills; n += 1) {
      const { kill } = await begin();
      await pause((n * 1_500) / kills);
      await kill();
      expect(isWhole(), `killed for the ${n + 1}. time`).toBe(true);
    }
    const { page, close } = await begin();
    await expect
      .poll(() => page.evaluate(() => window.earshot.updates()), { timeout: 120_000 })
      .toMatchObject({ outcome: 'installed', version: '0.2.0', can_install: true });
    await close();
    expect(readFileSync(path).equals(after)).toBe(true);
    expect(program.run('--version')).toMatchObject({ status: 0 });
  } finally {
    site.close();
  }
}

test('the deb is installed, commanded, stays, is opened again, and is removed without a trace', async () => {
  test.skip(!isRoot || !mayMount(), 'needs root that may mount, to install on a copy of this system');
  const program = deb();
  const ends: (() => void)[] = [program.remove];
  try {
    const keyring = await keyringOf(program.home);
    ends.unshift(keyring.close);
    Object.assign(program.env, { DBUS_SESSION_BUS_ADDRESS: keyring.address });
    const panel = await openPanel(keyring.address);
    ends.unshift(panel.leave);
    await test.step('commands', () => command(program));
    await test.step('serve, until it is told to stop', () => serve(program));
    await test.step('window', async () => {
      const { page, browser, ended } = await program.open();
      await beginWork(page, program.home);
      await page.evaluate(() => window.earshot.keep({ keeps_running: true }));
      // Its answer does not come back.
      await page.evaluate(() => window.earshot.close()).catch(() => undefined);
      await expect.poll(() => browser.contexts()[0]?.pages().length).toBe(0);
      await expect.poll(() => panel.labels()).toContain('API on');
      expect(await program.again()).toBe(0);
      const again = await firstPage(browser);
      await expect(again.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
      await panel.choose('Quit Earshot');
      await ended;
    });
    program.uninstall();
    expect(
      program.written().filter((path) => /earshot/.test(path) && !/var\/(log|lib\/dpkg|cache)\//.test(path)),
    ).toEqual([]);
  } finally {
    for (const end of ends) end();
  }
});

test('the tools of Linux find no fault in the packages, and both have the same files', () => {
  const folder = test.info().outputPath('deb');
  execFileSync('dpkg-deb', ['-x', debPath(), folder]);
  const share = (...names: string[]) => join(folder, 'usr', 'share', ...names);
  const says = (program: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
    return [status, status === 0 ? '' : `${stdout}${stderr}`];
  };
  expect(says('desktop-file-validate', share('applications', 'earshot.desktop'))).toEqual([0, '']);
  const metainfo = share('metainfo', 'dev.earshot.desktop.metainfo.xml');
  expect(says('appstreamcli', 'validate', '--no-net', metainfo)).toEqual([0, '']);
  expect(says('lintian', '--allow-root', '--fail-on', 'error', debPath())).toEqual([0, '']);
  expect(says('sh', '-n', join(folder, 'usr', 'bin', 'earshot'))).toEqual([0, '']);
  expect(readFileSync(share('applications', 'earshot.desktop'), 'utf8')).not.toContain('no-sandbox');

  const list = (text: string) =>
    text
      .split('\n')
      .filter((path) => path !== '')
      .sort();
  const inDeb = execFileSync('find', ['.', '-not', '-type', 'd', '-printf', '/%P\n'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const inRpm = execFileSync('rpm', ['-qp', '--qf', '[%{FILEMODES:perms} %{FILENAMES}\n]', rpmPath()], {
    encoding: 'utf8',
  });
  const files = list(inRpm).flatMap((line) => (line.startsWith('d') ? [] : [line.replace(/^\S+ /, '')]));
  expect(files.sort()).toEqual(list(inDeb).filter((path) => !path.includes('/lintian/')));
});
