import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { tones } from '../support/tones';
import { type Earshot, expect, person, programOn, signedIn, startElectron, test } from './launch';

test.use({ ownProgram: true });

test('a second start while Earshot is closing opens its window once the first has ended', async ({
  earshot,
  startAgain,
}, testInfo) => {
  const download = await slowDownload(earshot, testInfo.outputPath('long.wav'));
  const ended = once(earshot.app.process(), 'exit');
  await quit(earshot);
  await expect.poll(() => marks(earshot)).toEqual(['closing']);

  const second = startAgain();
  download.resume();
  await ended;

  const { page } = await second;
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('further signals, and a second quit, do not interrupt the end of Earshot', async ({ earshot }, testInfo) => {
  const download = await slowDownload(earshot, testInfo.outputPath('long.wav'));
  const process = earshot.app.process();
  const ended = once(process, 'exit');
  await quit(earshot);
  await expect.poll(() => marks(earshot)).toEqual(['closing']);

  await quit(earshot);
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(signal);
  download.resume();
  const [code, signal] = await ended;

  expect([code, signal, marks(earshot)]).toEqual([0, null, ['closed']]);
});

test('a window that is closed while the archive opens ends Earshot cleanly', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'earshot-window-'));
  try {
    const app = await startElectron(programOn(dataFolder)[1]);
    const ended = once(app.process(), 'exit');
    const page = await app.firstWindow();
    // Playwright's own close kills a program that ends before it has answered. The page ends before this has.
    await page.evaluate(() => window.close()).catch(() => undefined);

    const [code, signal] = await ended;

    expect(marks({ dataFolder })).toEqual(['closed']);
    // On a busy machine, the keychain can be late with its first answer, which the end of Earshot waits for 2 s only.
    expect(['0', 'SIGKILL']).toContain(String(code ?? signal));
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
});

test('two SIGTERM end Earshot cleanly', async ({ earshot }) => {
  await signedIn(earshot);
  const process = earshot.app.process();
  const ended = once(process, 'exit');

  process.kill('SIGTERM');
  process.kill('SIGTERM');
  const [code, signal] = await ended;

  expect(marks(earshot)).toEqual(['closed']);
  // On a busy machine the second one can come when everything is closed, and Node no longer listens.
  expect(['0', 'SIGTERM']).toContain(String(code ?? signal));
});

test('a data folder on a read-only disk is reported, and Earshot ends with exit code 1 (needs root)', async () => {
  test.skip(process.getuid?.() !== 0, 'Only root may mount.');
  const folder = mkdtempSync(join(tmpdir(), 'earshot-read-only-'));
  mkdirSync(join(folder, 'window'));
  execFileSync('mount', ['--bind', folder, folder]);
  try {
    execFileSync('mount', ['-o', 'remount,bind,ro', folder]);

    const { code, stdout, stderr } = await ended(folder);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`${folder} cannot be written to: it lies on a read-only disk.`);
  } finally {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  }
});

test('a folder with other files is refused and not changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-foreign-'));
  writeFileSync(join(folder, 'letter.txt'), 'Dear Sir');

  const { code, stderr } = await ended(folder);

  expect([code, readdirSync(folder)]).toEqual([1, ['letter.txt']]);
  expect(stderr).toContain(`${folder} is not empty and holds no archive of Earshot.`);
  rmSync(folder, { recursive: true });
});

/** The files that record how the last run ended. */
const marks = ({ dataFolder }: { dataFolder: string }) =>
  ['running', 'closing', 'closed'].filter((name) => existsSync(join(dataFolder, name)));

/** Requests to quit without waiting for the end, like closing the window. */
const quit = ({ app }: Earshot) => app.evaluate(({ app: program }) => void setImmediate(() => program.quit()));

/** A download that the API is sending, so that closing has to wait for it. */
async function slowDownload(earshot: Earshot, path: string): Promise<IncomingMessage> {
  const { page, dataFolder, choose } = earshot;
  mkdirSync(resolve(path, '..'), { recursive: true });
  writeFileSync(path, tones([400, 800], { seconds: 900 }));
  await signedIn(earshot);
  await choose([path]);
  await page.getByRole('button', { name: 'Choose files…' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Import \d+ calls?$/ })
    .click();
  await expect(page.getByText('1 call imported')).toBeVisible();
  const call_id = await page.evaluate(async () => (await (await fetch('/api/v2/calls.json')).json()).calls[0].call_id);
  const { port } = JSON.parse(readFileSync(join(dataFolder, 'api.json'), 'utf8'));
  const auth = `${person.login}:${person.password}`;
  const request = get(`http://127.0.0.1:${port}/api/v2/calls/${call_id}.json/file`, { auth });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** Starts the program and waits for its end. */
async function ended(dataFolder: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const program = spawn(...programOn(dataFolder), { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  program.stdout.on('data', (piece) => {
    stdout += piece;
  });
  program.stderr.on('data', (piece) => {
    stderr += piece;
  });
  const [code] = await once(program, 'close');
  return { code, stdout, stderr };
}

for (const [name, keys] of [
  ['Ctrl-C', '\x03'],
  ['Ctrl-C twice', '\x03\x03'],
] as const) {
  test(`${name} ends Earshot cleanly when npm start runs in a terminal (Linux)`, async () => {
    test.skip(process.platform !== 'linux', 'Other systems have a different `script`.');
    const dataFolder = mkdtempSync(join(tmpdir(), 'earshot-terminal-'));
    const type = npmStart(dataFolder);
    await expect.poll(() => existsSync(join(dataFolder, 'api.json'))).toBe(true);

    type(keys);

    await expect.poll(() => processesOn(dataFolder)).toEqual([]);
    expect(marks({ dataFolder })).toEqual(['closed']);
    rmSync(dataFolder, { recursive: true });
  });
}

/** Runs `npm start` in a terminal, on its own virtual display. Returns a function that types into the terminal. */
function npmStart(dataFolder: string): (keys: string) => void {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
  const command = `npm start -- --data-dir=${dataFolder}`;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  return (keys) => void terminal.stdin.write(keys);
}

/** The processes that were started on a data folder. */
function processesOn(dataFolder: string): string[] {
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(commandOf).filter((line) => line.includes(dataFolder));
}
