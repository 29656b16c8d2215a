import './place';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import { openConnection } from '../../electron/service/store/connection';
import { firstPreferences } from '../../shared/preferences';
import { expectAccessible } from './accessible';
import { cheapestLn } from './people';
import config from './playwright.config';

export const person = { name: 'Marta Okafor', login: 'marta', password: 'walnut bicycle harbour' };

/** Earshot as a user starts it: the built program in the Electron selected by `npm test`. */
export type Earshot = {
  app: ElectronApplication;
  page: Page;
  dataFolder: string;
  /** Sets the answer of the next open dialog. */
  choose(paths: string[]): Promise<void>;
};

/**
 * What a test's window needs less of. Displays have no graphics processor, and Chromium would start a process for one three
 * times before it draws without: a sixth of a start. The optimizing compilers of V8 take a quarter of a run, and the tests
 * end before that pays.
 */
const economy = [
  ...(process.platform === 'linux' ? ['--disable-gpu', '--in-process-gpu'] : []),
  '--js-flags=--no-maglev,--no-opt',
];

/** The command that starts a script in the Electron selected by `npm test`. */
export function commandFor(...args: string[]): [command: string, args: string[]] {
  const electron = process.env.EARSHOT_TEST_ELECTRON;
  if (!electron) throw new Error('Start the window tests with npm test: it names the Electron to use.');
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [electron, [...asRoot, ...economy, ...args]];
}

/** The command that starts the program on a data folder. */
export const programOn = (dataFolder: string) => commandFor(resolve('.'), `--data-dir=${dataFolder}`);

/** Playwright applies its configuration to the windows of a browser only. */
const waitMs = config.use?.actionTimeout ?? 0;

/**
 * Starts a script in Electron. Playwright is not given the path of Electron: only if it finds Electron itself does it
 * delay the first window until it is attached. A window that opens earlier can block it forever, see
 * https://github.com/microsoft/playwright/issues/29386.
 */
export async function startElectron(args: string[], env: Record<string, string> = {}): Promise<ElectronApplication> {
  // Most tests begin with a sign-in.
  const environment = { ...process.env, EARSHOT_SCRYPT_LN: String(cheapestLn), ...env };
  const app = await _electron.launch({ args, env: environment, timeout: waitMs });
  app.context().setDefaultTimeout(waitMs);
  return askedAgain(app);
}

/** In a busy program, V8 can drop the promise of an answer before it is read. What the tests evaluate can be done twice. */
function askedAgain(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app) as (...asked: unknown[]) => Promise<unknown>;
  const again = (...asked: unknown[]): Promise<unknown> =>
    evaluate(...asked).catch((error: Error) => {
      if (!error.message.includes('promise was garbage collected')) throw error;
      return again(...asked);
    });
  return Object.assign(app, { evaluate: again });
}

async function launch(dataFolder: string, switches: string[], env?: Record<string, string>): Promise<Earshot> {
  const [, args] = programOn(dataFolder);
  const app = await startElectron([...args, ...switches], env);
  const page = await app.firstWindow({ timeout: waitMs });
  // The program is loaded when the page has a heading. Until then, Playwright can lose the answer of an `evaluate` in main.
  await page.getByRole('heading').first().waitFor();
  // The tests do not touch the machine's input devices, and every window would lock 15 minutes after a person has.
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.getSystemIdleTime = () => 0;
  });
  const choose = (paths: string[]) =>
    app.evaluate(({ dialog }, filePaths) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
    }, paths);
  // Playwright's own size would stay for good, and the window would no longer follow its size.
  return { app, page: Object.assign(page, { setViewportSize: sizing(app, page) }), dataFolder, choose };
}

/** Sizes the content of the window, also below the size that a user can give it. */
const sizing =
  (app: ElectronApplication, page: Page) =>
  async (size: { width: number; height: number }): Promise<void> => {
    const [width, height] = await app.evaluate(({ BrowserWindow }, { width, height }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setMinimumSize(1, 1);
      window?.setContentSize(width, height);
      const zoom = window?.webContents.getZoomFactor() ?? 1;
      return [width / zoom, height / zoom] as const;
    }, size);
    await expect
      .poll(() =>
        page.evaluate(([width, height]) => Math.max(Math.abs(innerWidth - width), Math.abs(innerHeight - height)), [
          width,
          height,
        ] as const),
      )
      .toBeLessThan(2);
  };

type Fixtures = {
  /** The number of generated calls in the archive; `null`: no archive, so Earshot starts for the first time. */
  calls: number | null;
  /** Prepares the folder before the archive is copied into it. */
  prepare: ((dataFolder: string) => void) | undefined;
  /** Switches of Chromium, such as those for a microphone that plays a file. */
  switches: string[];
  /** Whether each test starts a program of its own: for those that start it twice, measure it or replace its parts. */
  ownProgram: boolean;
  /** The window on a new archive, which is removed after the test. */
  earshot: Earshot;
  /** Starts Earshot on the same archive, with these additional variables. The test must close the previous one. */
  startAgain: (env?: Record<string, string>) => Promise<Earshot>;
  /** Closes the window and reopens it on the same archive, with these additional variables. */
  restart: (env?: Record<string, string>) => Promise<Earshot>;
};

type Shared = {
  /** The folder of an archive with `person` as administrator and this many calls, made once and then copied. */
  archiveOf: (calls: number) => Promise<string>;
  program: SharedProgram;
};

export const test = base.extend<Fixtures, Shared>({
  archiveOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
    async ({}, use) => {
      const made = new Map<number, string>();
      const archiveOf = async (calls: number): Promise<string> => {
        const known = made.get(calls);
        if (known) return known;
        const folder = newFolder();
        if (calls === 0) await makeArchive(folder);
        else seedCalls(folder, await archiveOf(0), calls);
        made.set(calls, folder);
        return folder;
      };
      await use(archiveOf);
      for (const folder of made.values()) rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
    async ({}, use) => {
      const program = new SharedProgram();
      await use(program);
      await program.close();
    },
    { scope: 'worker' },
  ],
  calls: [0, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
  prepare: async ({}, use) => use(undefined),
  switches: [[], { option: true }],
  ownProgram: [false, { option: true }],
  earshot: async ({ archiveOf, calls, prepare, switches, ownProgram, program }, use) => {
    const archive = calls === null ? null : await archiveOf(calls);
    if (!ownProgram && !prepare && switches.length === 0) return use(await program.open(archive));
    const { earshot, close } = await openOn(archive, prepare, switches);
    await use(earshot);
    await close();
  },
  startAgain: async ({ earshot, program, switches }, use) => {
    const again: Earshot[] = [];
    await use(async (env) => {
      program.giveUp(earshot);
      const next = await launch(earshot.dataFolder, switches, env);
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
export { expect, expectAccessible };

/** Opens a window on a copy of an archive. `close` removes the copy. */
export async function openOn(
  archive: string | null,
  prepare?: (dataFolder: string) => void,
  switches: string[] = [],
): Promise<{ earshot: Earshot; close: () => Promise<void> }> {
  const dataFolder = newFolder();
  prepare?.(dataFolder);
  if (archive) cpSync(archive, dataFolder, { recursive: true });
  const earshot = await launch(dataFolder, switches);
  const close = async () => {
    await earshot.app.close().catch(() => undefined);
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return { earshot, close };
}

/**
 * The program that the tests of a worker share, because a start costs more than most tests. Each test finds it like after
 * a first start: it opens the archive of the test like a user who chooses another data folder, and forgets what the test
 * before has left.
 */
export class SharedProgram {
  private started: Earshot | undefined;
  /** Those of the archives. The first is that of the window. */
  private folders: string[] = [];
  private isSpoilt = false;

  /** Opens a copy of an archive, or a new one. */
  async open(archive: string | null): Promise<Earshot> {
    if (this.isSpoilt || this.started?.page.isClosed()) await this.close();
    this.started ??= await this.start();
    const [before, dataFolder] = [this.folders.at(-1), newFolder()];
    this.folders.push(dataFolder);
    if (archive) cpSync(archive, dataFolder, { recursive: true, filter: (path) => path !== windowIn(archive) });
    const { page, choose } = this.started;
    await leave(this.started, archive ? storedIn(archive) : {});
    if (before) removeUsers(before);
    await choose([dataFolder]);
    expect(await page.evaluate(() => (window as unknown as Bridged).earshot.moveData())).not.toHaveProperty('unusable');
    await page.goto('app://earshot/');
    await page.getByRole('heading').first().waitFor();
    return { ...this.started, dataFolder };
  }

  /** Leaves this program, which has ended, to a test that starts it again on the same archive, with what the window stored. */
  giveUp({ app, dataFolder }: Earshot): void {
    if (app !== this.started?.app) return;
    cpSync(windowIn(this.started.dataFolder), windowIn(dataFolder), { recursive: true });
    this.started = undefined;
  }

  async close(): Promise<void> {
    await this.started?.app.close().catch(() => undefined);
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
    [this.started, this.folders, this.isSpoilt] = [undefined, [], false];
  }

  private async start(): Promise<Earshot> {
    const folder = newFolder();
    this.folders.push(folder);
    const earshot = await launch(folder, []);
    const { app, page } = earshot;
    await app.evaluate(({ dialog, shell }) => {
      const own = new Set([...Object.keys(globalThis), 'restore']);
      const [dialogs, opens] = [{ ...dialog }, { ...shell }];
      const restore = () => {
        for (const name of Object.keys(globalThis)) if (!own.has(name)) Reflect.deleteProperty(globalThis, name);
        Object.assign(dialog, dialogs);
        Object.assign(shell, opens);
      };
      Object.assign(globalThis, { restore });
    });
    // What cannot be taken out of a page again.
    for (const [of, name] of [
      [page, 'addInitScript'],
      [page, 'exposeFunction'],
      [page.clock, 'install'],
      [page.context(), 'newCDPSession'],
    ] as const) {
      const put = (of[name as never] as (...args: unknown[]) => Promise<unknown>).bind(of);
      Object.assign(of, {
        [name]: (...args: unknown[]) => {
          this.isSpoilt = true;
          return put(...args);
        },
      });
    }
    return earshot;
  }
}

type Bridged = { earshot: { moveData(): Promise<object>; preferences(change: object): Promise<object> } };

/** The content of a window at its first start. */
export const firstSize = { width: 1280, height: 800 };

/** Signs out and forgets everything, so that the next archive is opened like at a first start, with what its window stored. */
async function leave({ app, page }: Earshot, stored: Record<string, string>): Promise<void> {
  await page.unrouteAll();
  for (const event of ['console', 'dialog', 'pageerror', 'request', 'response'] as const)
    page.removeAllListeners(event);
  await app.evaluate(({ powerMonitor }) => {
    (globalThis as unknown as { restore(): void }).restore();
    powerMonitor.getSystemIdleTime = () => 0;
  });
  const script = await page.evaluate(() => document.scripts[0]?.src ?? '');
  await app.evaluate(({ BrowserWindow }) => {
    const [contents] = BrowserWindow.getAllWindows().map(({ webContents }) => webContents);
    // What a test did not save.
    const leaves = (event: Electron.Event) => event.preventDefault();
    contents?.on('will-prevent-unload', leaves);
    contents?.once('did-navigate', () => contents.off('will-prevent-unload', leaves));
  });
  // As a text, so that nothing runs until the next archive is open.
  await page.goto(script);
  await page.evaluate(
    async ([first, stored]) => {
      await fetch('/api/v2/sessions.json', { method: 'DELETE' });
      localStorage.clear();
      sessionStorage.clear();
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      await (window as unknown as Bridged).earshot.preferences(first);
    },
    [firstPreferences, stored] as const,
  );
  await page.emulateMedia({ colorScheme: null });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.navigationHistory.clear());
  await page.setViewportSize(firstSize);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setMinimumSize(960, 600));
}

/** Earshot moves to another data folder only while the archive has no user. */
function removeUsers(dataFolder: string): void {
  const db = openConnection(join(dataFolder, 'earshot.db'));
  db.pragma('foreign_keys = OFF');
  db.prepare('DELETE FROM users').run();
  db.close();
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'earshot-window-'));

/** Creates the archive and its administrator in the window, then closes it. */
async function makeArchive(folder: string): Promise<void> {
  const earshot = await launch(folder, []);
  await setUp(earshot);
  // The next sign-in of this user continues in Review, instead of the first page.
  await signedIn(earshot);
  await expect(earshot.page.getByRole('navigation')).toBeVisible();
  const stored = () => earshot.page.evaluate(() => ({ ...localStorage }));
  await expect.poll(async () => Object.keys(await stored()).join()).toContain('earshot.place');
  writeFileSync(join(windowIn(folder), 'stored.json'), JSON.stringify(await stored()));
  await earshot.app.close();
}

const windowIn = (dataFolder: string) => join(dataFolder, 'window');
/** What the window of an archive stored, by its keys. */
const storedIn = (archive: string): Record<string, string> =>
  JSON.parse(readFileSync(join(windowIn(archive), 'stored.json'), 'utf8'));

/** Copies an archive and adds generated calls with the command line. */
function seedCalls(folder: string, archive: string, calls: number): void {
  cpSync(archive, folder, { recursive: true });
  execFileSync(process.execPath, [resolve('build/node/cli.cjs'), 'seed', '--data', folder, '--calls', String(calls)]);
}

const post = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ({ path, body }) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    },
    { path, body },
  );

/** Calls the API like the window does. Returns the body of the response. */
export const ask = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body }) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, { method, headers, body: body ? JSON.stringify(body) : null });
      return response.json();
    },
    { method, path, body },
  );

/** Makes `person` the administrator of a new archive, for tests of later steps. */
export async function setUp({ page }: Earshot): Promise<void> {
  await page.waitForLoadState();
  expect(await post(page, '/api/v2/setup.json', { setup: person })).toBe(201);
}

/** Signs in through the API. */
export async function signedIn({ page }: Earshot): Promise<void> {
  await page.waitForLoadState();
  const { login, password } = person;
  expect(await post(page, '/api/v2/sessions.json', { login, password })).toBe(201);
  await page.goto('app://earshot/review');
}

/** Signs in with the form of the sign-in page. */
export async function signIn(
  page: Page,
  { login, password }: { login: string; password: string } = person,
): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens Review, for a user whose first page is another one. */
export const openReview = (page: Page) => page.getByRole('link', { name: 'Review' }).click();

/** Imports the sample calls from the first page: "Look around first". */
export async function lookAround(page: Page): Promise<void> {
  await page.getByText('Look around first').click();
  await expect(page.getByText('6 calls imported')).toBeVisible();
}

/** Answers the next request of the page by this method, to an address that contains `part`, with an error. */
export const refuseNext = (page: Page, method: string, part: string): Promise<void> =>
  page.evaluate(
    ([method, part]) => {
      const { fetch } = window;
      window.fetch = (input, init) => {
        if (init?.method !== method || !String(input).includes(part)) return fetch(input, init);
        window.fetch = fetch;
        return Promise.resolve(Response.json({ error: 'InternalError' }, { status: 500 }));
      };
    },
    [method, part] as const,
  );
/** What the window says of such an error. */
export const wrong = 'Something went wrong in Earshot. Try again.';

/** Sets the language that the next load of the page has, for the user who is signed in and on the sign-in page. */
export async function speak(page: Page, language: 'en' | 'de'): Promise<void> {
  await page.evaluate(async (language) => {
    const { user } = await (await fetch('/api/v2/sessions.json')).json();
    // Nobody before the first sign-in.
    if (user) {
      const key = `earshot.preferences.${user.user_id}`;
      const kept = JSON.parse(localStorage.getItem(key) ?? '{"state":{},"version":0}');
      localStorage.setItem(key, JSON.stringify({ ...kept, state: { ...kept.state, language } }));
    }
    await window.earshot.preferences({ language });
  }, language);
}

export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
}

/** Saves a picture of the screen under build/screenshots, if EARSHOT_SCREENSHOTS is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.EARSHOT_SCREENSHOTS) await page.screenshot({ path: resolve('build/screenshots', `${name}.png`) });
}

/** Checks the accessibility of the screen in both themes, and saves pictures of both if they are asked for. */
export async function look(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    // The themes differ in colours only.
    await expectAccessible(page, theme === 'light' ? 'all' : 'contrast');
    if (!process.env.EARSHOT_SCREENSHOTS) continue;
    await page.mouse.move(0, 0);
    // Of errors that a test provoked before.
    await expect(page.getByText(wrong)).toBeHidden();
    await expect(page.getByText('In Earshot ist ein Fehler aufgetreten.')).toBeHidden();
    await picture(page, `${name}-${theme}`);
  }
}
