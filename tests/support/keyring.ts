import { execFile, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { withoutKeychain } from './command-line';

const packages = { 'dbus-run-session': 'dbus-daemon', 'gnome-keyring-daemon': 'gnome-keyring' };

export type Keyring = {
  /** The environment of a program that finds this keyring. */
  env(more?: Record<string, string>): NodeJS.ProcessEnv;
  /** The values that Earshot stored in it, by account. */
  content(): Promise<Record<string, string>>;
  /** Sets the value of each account with this prefix; without a value, removes the accounts. */
  change(beginning: string, value?: string): Promise<void>;
  close(): Promise<void>;
};

/** A separate D-Bus session with a real gnome-keyring, whose keys are in `folder`. With `isLocked` it stays locked. */
export async function openKeyring(folder: string, { isLocked = false } = {}): Promise<Keyring> {
  refuseWithoutPrograms();
  const daemon = 'gnome-keyring-daemon --components=secrets';
  const begin = isLocked ? `${daemon} --start` : `printf 'tests\\n' | ${daemon} --unlock`;
  // `cat`, and with it the session, ends when this end of its input is closed.
  const script = `${begin} >/dev/null 2>&1; echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat`;
  const own = { XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder };
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: withoutKeychain(own),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((done) => session.once('close', () => done()));
  const close = () => {
    session.stdin.end();
    return ended;
  };
  onTestFinished(close);
  const address = await new Promise<string>((said) => createInterface({ input: session.stdout }).once('line', said));
  const env = (more: Record<string, string> = {}) =>
    withoutKeychain({ ...own, DBUS_SESSION_BUS_ADDRESS: address, ...more });
  const withKeytar = async (work: string) => {
    const program = `const keytar = require('keytar'); (async () => { ${work} })();`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env: env(), cwd: resolve('.') });
    return stdout;
  };
  const each = (beginning: string, act: string) =>
    withKeytar(`for (const { account } of await keytar.findCredentials('earshot'))
      if (account.startsWith(${JSON.stringify(beginning)})) await ${act}`);
  return {
    env,
    close,
    async content() {
      const all = JSON.parse(await withKeytar(`console.log(JSON.stringify(await keytar.findCredentials('earshot')))`));
      return Object.fromEntries(all.map((one: { account: string; password: string }) => [one.account, one.password]));
    },
    async change(beginning, value) {
      const act = value === undefined ? 'deletePassword' : 'setPassword';
      await each(beginning, `keytar.${act}('earshot', account, ${JSON.stringify(value)})`);
    },
  };
}

function refuseWithoutPrograms(): void {
  const isThere = (name: string) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
  const missing = Object.entries(packages).filter(([name]) => !isThere(name));
  if (missing.length === 0) return;
  throw new Error(`Debian packages are missing: apt-get install ${missing.map(([, name]) => name).join(' ')}`);
}
