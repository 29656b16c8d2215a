import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';

export const person = { name: 'Marta Okafor', login: 'marta', password: 'walnut bicycle harbour' };

/** Earshot as a person starts it: the built program, in the Electron that `npm test` names. */
export type Earshot = {
  app: ElectronApplication;
  page: Page;
  dataFolder: string;
  /** What the next open dialog answers with. */
  choose(paths: string[]): Promise<void>;
};

/** What starts the program on a data folder. */
export function programOn(dataFolder: string): { executablePath: string; args: string[] } {
  const executablePath = process.env.EARSHOT_TEST_ELECTRON;
  if (!executablePath) throw new Error('Start the window tests with npm test: it names the Electron to use.');
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { executablePath, args: [...asRoot, resolve('.'), `--data-dir=${dataFolder}`] };
}

async function launch(dataFolder: string, env: Record<string, string> = {}): Promise<Earshot> {
  const app = await _electron.launch({
    ...programOn(dataFolder),
    env: { ...process.env, ...env } as Record<string, string>,
  });
  const page = await app.firstWindow();
  const choose = (paths: string[]) =>
    app.evaluate(({ dialog }, filePaths) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
    }, paths);
  return { app, page, dataFolder, choose };
}

/** `prepare` fills the folder before the window opens; `earshot`: a fresh archive, gone afterwards. `restart` closes the window and opens it again on the same archive, with these variables on top; `startAgain` leaves closing it to the test. */
type Fixtures = {
  prepare: (dataFolder: string) => void;
  earshot: Earshot;
  startAgain: (env?: Record<string, string>) => Promise<Earshot>;
  restart: (env?: Record<string, string>) => Promise<Earshot>;
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
  prepare: async ({}, use) => use(() => {}),
  earshot: async ({ prepare }, use) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'earshot-window-'));
    prepare(dataFolder);
    const earshot = await launch(dataFolder);
    await use(earshot);
    await earshot.app.close().catch(() => undefined);
    rmSync(dataFolder, { recursive: true, force: true });
  },
  startAgain: async ({ earshot }, use) => {
    const again: Earshot[] = [];
    await use(async (env) => {
      const next = await launch(earshot.dataFolder, env);
      again.push(next);
      return next;
    });
    for (const one of again) await one.app.close().catch(() => undefined);
  },
  restart: async ({ earshot, startAgain }, use) => {
    let last = earshot;
    await use(async (env) => {
      await last.app.close().catch(() => undefined);
      last = await startAgain(env);
      return last;
    });
  },
});
export { expect };

/** Puts made-up calls into a folder before the window opens on it, by the command line; `person` administers it. */
export function seedCalls(dataFolder: string, calls: number): void {
  const passwordFile = join(mkdtempSync(join(tmpdir(), 'earshot-password-')), 'password');
  writeFileSync(passwordFile, person.password, { mode: 0o600 });
  const env = { ...process.env, EARSHOT_ADMIN_LOGIN: person.login, EARSHOT_ADMIN_PASSWORD_FILE: passwordFile };
  const command = [resolve('build/node/cli.cjs'), 'seed', '--data', dataFolder, '--calls', String(calls)];
  execFileSync(process.execPath, command, { env });
  rmSync(dirname(passwordFile), { recursive: true });
}

/** Makes the administrator and signs in through the API door, for tests of what comes after. */
export async function signedIn({ page }: Earshot): Promise<void> {
  await page.waitForLoadState();
  await page.evaluate(async ({ name, login, password }) => {
    const send = (path: string, body: object) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await send('/api/v2/setup.json', { setup: { name, login, password } });
    const { status } = await send('/api/v2/sessions.json', { login, password });
    if (status !== 201) throw new Error(`Signing in answered ${status}.`);
  }, person);
  await page.goto('app://earshot/review');
}

/** Signs in by the form of the sign-in page. */
export async function signIn(
  page: Page,
  { login, password }: { login: string; password: string } = person,
): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** No violation of WCAG 2.2 A and AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
}
