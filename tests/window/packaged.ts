import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';

/** The user and group called nobody, on every Linux. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const asNobody = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'] : [];

/** A running packaged program, controlled through DevTools, which no fuse of it disables. */
type Started = { page: Page; browser: Browser; ended: Promise<unknown>; close(): Promise<void>; kill(): Promise<void> };

/** A program that an ordinary user installed: not root, with Chromium's sandbox, with an empty home folder. */
export type Installed = {
  home: string;
  /** Runs a command, without a display. */
  run(...words: string[]): { status: number | null; stdout: string; stderr: string };
  /** Starts a command that runs until it is told to stop. */
  start(...words: string[]): ChildProcess;
  open(...args: string[]): Promise<Started>;
  /** Starts it once more, as a link does. Returns its exit code. */
  again(...args: string[]): Promise<number>;
  env: Record<string, string>;
  remove(): void;
};

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
let isMade = false;
/** Makes all packages, once. */
function make(): string[] {
  const env = { ...process.env, EARSHOT_UPDATE_KEYS: spki };
  if (!isMade) execFileSync(process.execPath, ['scripts/package.mjs', '--installers'], { stdio: 'pipe', env });
  isMade = true;
  return readdirSync('release').map((name) => resolve('release', name));
}
const made = (ending: string): string => {
  const path = make().find((name) => name.endsWith(ending));
  if (!path) throw new Error(`There is no ${ending}.`);
  return path;
};
/** A server of updates on loopback: version 0.2.0, signed with a key that the packages trust. */
export async function offerUpdate(program: Buffer): Promise<{ address: string; close: () => void }> {
  const sha512 = createHash('sha512').update(program).digest('base64');
  const manifest = JSON.stringify({
    version: '0.2.0',
    files: [{ url: 'Earshot-0.2.0.AppImage', sha512, size: program.length }],
  });
  const files: Record<string, Buffer | string> = {
    '/latest-linux.yml': manifest,
    '/latest-linux.yml.sig': sign(null, Buffer.from(manifest), privateKey).toString('base64'),
    '/Earshot-0.2.0.AppImage': program,
  };
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(files[url] === undefined ? 404 : 200).end(files[url]);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

export const debPath = () => made('.deb');
export const rpmPath = () => made('.rpm');

/** A copy of the AppImage in the folder of a user. */
export function appImage(): Installed {
  const home = newHome();
  const program = join(home, 'Earshot.AppImage');
  copyFileSync(made('.AppImage'), program);
  chmodSync(program, 0o755);
  return installed(home, [], program, () => {});
}

/** Whether this process may mount, which a container can forbid to root too. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-mount-'));
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status !== 0) return false;
    return spawnSync('umount', [folder]).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The deb, installed by apt on a copy of this system that is thrown away: what is written to it is kept in memory.
 */
export function deb(): Installed & { written: () => string[]; uninstall: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-root-'));
  const [upper, root] = [join(folder, 'memory', 'upper'), join(folder, 'root')];
  const quiet = { stdio: 'pipe' } as const;
  mkdirSync(join(folder, 'memory'));
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', join(folder, 'memory')], quiet);
  for (const path of [upper, join(folder, 'memory', 'work'), root]) mkdirSync(path);
  const layers = `lowerdir=/,upperdir=${upper},workdir=${join(folder, 'memory', 'work')}`;
  execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, root], quiet);
  const shared = ['proc', 'sys', 'dev', 'dev/shm', 'run', 'tmp'];
  for (const path of shared) execFileSync('mount', ['--bind', `/${path}`, join(root, path)], quiet);
  const apt = (...words: string[]) =>
    spawnSync('chroot', [root, 'apt-get', ...words], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const path = join(tmpdir(), `earshot-${process.pid}.deb`);
  copyFileSync(debPath(), path);
  const install = () => apt('install', '-y', '--no-install-recommends', path);
  // Images often have no package lists, or old ones.
  if (install().status !== 0) {
    apt('update');
    const { status, stderr } = install();
    if (status !== 0) throw new Error(`The deb is not installed: ${stderr}`);
  }
  rmSync(path);
  const home = newHome();
  const program = installed(home, ['chroot', root], '/usr/bin/earshot', () => {
    // Lazily, because a process that was killed may take a moment to end.
    for (const path of [root, join(folder, 'memory')]) execFileSync('umount', ['--lazy', '--recursive', path], quiet);
    rmSync(folder, { recursive: true });
  });
  return {
    ...program,
    written: () => readdirSync(upper, { recursive: true, encoding: 'utf8' }),
    uninstall: () => void apt('purge', '-y', 'earshot'),
  };
}

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'earshot-packaged-'));
  if (isRoot) chownSync(home, nobody, nobody);
  return home;
}

function installed(home: string, within: string[], program: string, leave: () => void): Installed {
  const { DISPLAY, PATH = '' } = process.env;
  const env: Record<string, string> = { PATH, HOME: home, XDG_RUNTIME_DIR: home };
  const command = (...args: string[]): [string, string[]] => {
    const [first = '', ...others] = [...within, ...asNobody, program, ...args];
    return [first, others];
  };
  const shown = () => ({ ...env, ...(DISPLAY && { DISPLAY }) });
  return {
    home,
    env,
    run(...words) {
      const { status, stdout, stderr } = spawnSync(...command(...words), { cwd: home, env, encoding: 'utf8' });
      return { status, stdout, stderr };
    },
    start: (...words) => spawn(...command(...words), { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] }),
    async open(...args) {
      const started = spawn(...command('--remote-debugging-port=0', ...args), {
        cwd: home,
        env: shown(),
        stdio: ['ignore', 'ignore', 'pipe'],
        // A group of its own: an AppImage is several processes.
        detached: true,
      });
      const browser = await chromium.connectOverCDP(await devToolsOf(started));
      const ended = once(started, 'exit');
      return {
        browser,
        page: await firstPage(browser),
        ended,
        close: () => endGroup(started, 'SIGTERM'),
        kill: () => endGroup(started, 'SIGKILL'),
      };
    },
    async again(...args) {
      const [code] = await once(spawn(...command(...args), { cwd: home, env: shown(), stdio: 'ignore' }), 'exit');
      return code;
    },
    remove() {
      leave();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Ends a program and everything that it has started, and waits for that. */
async function endGroup({ pid = 0 }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  for (let sent = signal as NodeJS.Signals | 0; ; sent = 0) {
    try {
      process.kill(-pid, sent);
    } catch {
      return;
    }
    await pause(50);
  }
}

/** A session bus that the tests, which run as another user, may use too. */
const openBusConfig = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/></policy></busconfig>`;

/** A keyring of the ordinary user. Returns the address of its session bus, and its end. */
export async function keyringOf(home: string): Promise<{ address: string; close: () => void }> {
  const script =
    'printf "tests\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat';
  const [first = '', ...others] = [
    ...asNobody,
    'dbus-run-session',
    `--config-file=${join(home, 'bus.conf')}`,
    '--',
    'sh',
    '-c',
    script,
  ];
  writeFileSync(join(home, 'bus.conf'), openBusConfig);
  const session = spawn(first, others, {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [address] = await once(createInterface({ input: session.stdout }), 'line');
  return { address, close: () => void session.stdin.end() };
}

/** The address that Chromium writes to standard error once DevTools is listening. */
async function devToolsOf(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  if (!child.stderr) throw new Error('The standard error of the program is not piped.');
  for await (const line of createInterface({ input: child.stderr })) {
    const address = line.match(/^DevTools listening on (ws:\S+)/)?.[1];
    if (address) {
      child.stderr.resume();
      await pageAt(new URL(address).host);
      return address;
    }
    said.push(line);
  }
  throw new Error(`The packaged program ended (${child.signalCode ?? child.exitCode}):\n${said.join('\n')}`);
}

/** Waits for the page of the program: Playwright can wait for ever if it connects while the first page is being made. */
async function pageAt(host: string): Promise<void> {
  for (;;) {
    const targets = (await (await fetch(`http://${host}/json/list`)).json()) as { url: string; title: string }[];
    if (targets.some(({ url, title }) => url.startsWith('app://') && title !== '')) return;
    await pause(50);
  }
}

/** The window of the program, once it has one. */
export async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (!context) throw new Error('The packaged program has no browser context.');
  return context.pages()[0] ?? context.waitForEvent('page');
}
