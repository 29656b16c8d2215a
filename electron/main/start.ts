import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { channels } from '@shared/ipc';
import { app, type BrowserWindow, dialog } from 'electron';
import { turnOffCoreDumps } from '../service/core-dumps';
import type { RunningService } from '../service/service';
import { checkFolder, FolderUnusable, makeFolder } from '../service/store/folder';
import { setApplicationMenu } from './application-menu';
import { hiddenArgument, isStartedHidden } from './autostart';
import { quitThrough } from './close';
import { defaultDataFolder, folderIn } from './data-folder';
import { WaitingLink } from './links';
import { NotStarted } from './not-started';
import type { Program } from './program';
import { openAppDoor, registerScheme } from './protocol';
import { passRequests } from './requests';
import { guardPages } from './security';
import { SettingsStore } from './settings';
import { createWindow, toFront } from './window';
import { languageIn, wordsIn } from './words';

// Loads only what the window needs.
const appFolder = join(__dirname, '..', '..');

// Chromium, the crash handler and the settings make files that only their user should read.
process.umask(0o077);
turnOffCoreDumps();
registerScheme();
// Chromium refuses to start sandboxed as root (development and tests only).
if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
const dataFromArgument = folderIn(process.argv);
const windowFolder = dataFromArgument ? join(dataFromArgument, 'window') : app.getPath('userData');
app.setPath('userData', windowFolder);

let settings: SettingsStore | undefined;
let window: BrowserWindow | undefined;
let program: Promise<Program> | undefined;
let running: Program | undefined;
const words = () => wordsIn(settings?.get('preferences').language);
const menu = {
  window: () => window,
  quit: quitForPerson,
  language: () => languageIn(settings?.get('preferences').language),
};
const link = new WaitingLink(() => window?.webContents.send(channels.linked));

async function start(): Promise<void> {
  takeSignals();
  const kept = new SettingsStore();
  settings = kept;
  guardPages();
  setApplicationMenu([], menu);
  let onLoaded = () => {};
  const pageLoaded = new Promise<void>((resolve) => {
    onLoaded = resolve;
  });
  const preferences = () => kept.get('preferences');
  const session = openAppDoor(join(appFolder, 'build', 'renderer'), { service, preferences, onLoaded });
  passRequests(programLoaded);
  const first = isStartedHidden(process.argv) ? undefined : open(kept);
  const folder = dataFromArgument ?? kept.get('data_folder') ?? defaultDataFolder();
  const run = async () => {
    // The page gets its files from this loop. The rest of the program loads in one go while the page runs its scripts.
    if (first) await Promise.race([pageLoaded, once(first.webContents, 'did-stop-loading'), once(first, 'closed')]);
    await pause();
    const { runProgram } = await import('./program');
    const isQuitting = () => isClosing;
    running = runProgram({
      folder,
      appFolder,
      threadsFolder: __dirname,
      window: () => window,
      openWindow,
      quit: quitForPerson,
      session,
      settings: kept,
      words,
      isQuitting,
      setCommands: (commands) => setApplicationMenu(commands, menu),
      takeLink: () => link.take(),
    });
    return running;
  };
  program = run();
  const { opened, mayHide } = await program;
  await opened;
  // Also when the window was closed while the archive opened.
  if (!window) void mayHide().then((may) => may || window || isClosing || open(kept, 'minimised'));
}

/** Opens the window. It is shown once the archive is open. */
function open(settings: SettingsStore, as: 'shown' | 'minimised' = 'shown'): BrowserWindow {
  const made = createWindow(settings);
  window = made;
  made.once('closed', () => {
    if (window === made) window = undefined;
  });
  // No window is shown when the archive cannot be opened.
  const show = () => !made.isDestroyed() && (as === 'shown' ? made.show() : made.minimize());
  made.once('ready-to-show', () => void started?.then(show, () => undefined));
  running?.guard(made);
  return made;
}

/** Brings the window to the front, after it was opened if there is none. */
function openWindow(): void {
  if (window) toFront(window);
  else if (settings && !isClosing) open(settings);
}

/** Quits for a person. Before the archive is open, nothing can be lost. */
function quitForPerson(): void {
  if (window && running?.isOpen()) quitThrough(window);
  else app.quit();
}

/** The program, once it is loaded. */
async function programLoaded(): Promise<Program> {
  if (!program) throw new Error('There is no program yet.');
  return program;
}

const service = async (): Promise<RunningService> => (await programLoaded()).service();

/**
 * Quits on the first signal and ignores further ones. Registered once Electron is ready, because Chromium's handlers,
 * which kill the program on the second signal, replace earlier ones. Node installs a handler with the first listener
 * only, so earlier listeners are removed.
 */
function takeSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.removeAllListeners(signal).on(signal, () => app.quit());
}

/** Closes the window, then everything behind it, then the program. */
async function close(): Promise<void> {
  // From now on, another start does not focus this window but waits for the archive.
  app.releaseSingleInstanceLock();
  window?.close();
  if (program) await (await program).end();
  else app.exit(0);
}

/** The arguments without the program itself, which in a clone is the folder that Electron opens. */
function own(args: readonly string[]): string[] {
  return args.slice(1).filter((arg) => app.isPackaged || resolve(arg) !== app.getAppPath());
}

let started: Promise<void> | undefined;
let isClosing = false;
app.on('before-quit', (event) => {
  event.preventDefault();
  if (isClosing) return;
  isClosing = true;
  void close();
});
app.on('window-all-closed', () => {
  if (!running?.stays()) app.quit();
});
// macOS: a click on the icon of a program without a window.
app.on('activate', openWindow);
app.on('second-instance', (_, args, folder) => {
  if (!args.includes(hiddenArgument)) openWindow();
  link.hear(own(args), folder);
});
// macOS gives links to the running program.
app.on('open-url', (event, url) => {
  event.preventDefault();
  openWindow();
  link.hear([url]);
});
/** macOS gives files in the same way. */
app.on('open-file', (event, path) => {
  event.preventDefault();
  openWindow();
  link.hear([path]);
});
link.hear(own(process.argv));

try {
  if (dataFromArgument) checkFolder(dataFromArgument);
  // The lock that shows whether Earshot is already open needs a writable folder.
  makeFolder(windowFolder);
  if (app.requestSingleInstanceLock()) {
    // Only the installed program opens links. The test and development copies would replace it.
    if (app.isPackaged) app.setAsDefaultProtocolClient('earshot');
    started = app.whenReady().then(start);
    started.catch(fail);
  } else {
    process.stdout.write('Earshot is open already.\n');
    app.exit(0);
  }
} catch (cause) {
  fail(cause as Error);
}

/** Reports why Earshot did not start: in a dialog, or on standard error while there is no display. */
function fail(cause: Error): void {
  dialog.showErrorBox(
    words().notStarted,
    cause instanceof FolderUnusable ? words().folderUnusable(cause) : cause.message,
  );
  app.exit(cause instanceof NotStarted ? cause.exitCode : 1);
}
