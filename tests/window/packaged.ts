import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';

/** The user and group called nobody, on every Linux. */
const nobody = 65_534;

/** The packaged program, running as an ordinary user. */
export type Packaged = { page: Page; home: string; close(): Promise<void> };

/**
 * Packages the program and starts it like an ordinary user who installed it: not as root, with Chromium's sandbox, with
 * an empty home folder. The window is controlled through DevTools, which no fuse of the program disables.
 */
export async function startPackaged(): Promise<Packaged> {
  execFileSync(process.execPath, ['scripts/package.mjs'], { stdio: 'pipe' });
  // A copy, because the clone may be in a folder that only root can enter.
  const home = mkdtempSync(join(tmpdir(), 'earshot-packaged-'));
  cpSync(resolve('release/linux-unpacked'), join(home, 'app'), { recursive: true });
  const program = [join(home, 'app', 'earshot'), '--remote-debugging-port=0'];
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(home, nobody, nobody);
  const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];
  const [command = '', ...args] = [...(isRoot ? asNobody : []), ...program];
  const { DISPLAY, PATH } = process.env;
  const child = spawn(command, args, {
    cwd: home,
    env: { DISPLAY, PATH, HOME: home, XDG_RUNTIME_DIR: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const browser = await chromium.connectOverCDP(await devToolsOf(child));
  return {
    page: await firstPage(browser),
    home,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The address that Chromium writes to standard error once DevTools is listening. */
async function devToolsOf(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  if (!child.stderr) throw new Error('The standard error of the program is not piped.');
  for await (const line of createInterface({ input: child.stderr })) {
    const address = line.match(/^DevTools listening on (ws:\S+)/)?.[1];
    if (address) {
      child.stderr.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`The packaged program ended (${child.signalCode ?? child.exitCode}):\n${said.join('\n')}`);
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (!context) throw new Error('The packaged program has no browser context.');
  return context.pages()[0] ?? context.waitForEvent('page');
}
