import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { app, type BrowserWindow, dialog, Menu } from 'electron';
import type { RunningService } from '../service/service';
import { checkFolder, FolderUnusable, makeFolder } from '../service/store/folder';
import { defaultDataFolder } from './data-folder';
import { NotStarted } from './not-started';
import type { Program } from './program';
import { openAppDoor, registerScheme } from './protocol';
import { guardPages } from './security';
import { SettingsStore } from './settings';
import { createWindow } from './window';
import { wordsIn } from './words';

// Only what a window needs is loaded here. The rest of the program loads while Chromium starts the page.
const appFolder = join(__dirname, '..', '..');
const dataArgument = '--data-dir=';

registerScheme();
// As root (development and tests only) Chromium refuses to start sandboxed.
if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
const dataFromArgument = process.argv.find((argument) => argument.startsWith(dataArgument))?.slice(dataArgument.length);
const windowFolder = dataFromArgument ? join(dataFromArgument, 'window') : app.getPath('userData');
app.setPath('userData', windowFolder);

let settings: SettingsStore | undefined;
let window: BrowserWindow | undefined;
let program: Promise<Program> | undefined;
const words = () => wordsIn(settings?.get('preferences').language);

async function start(): Promise<void> {
  takeSignals();
  const kept = new SettingsStore();
  settings = kept;
  guardPages();
  Menu.setApplicationMenu(null);
  let onPage = () => {};
  const pageGiven = new Promise<void>((resolve) => {
    onPage = resolve;
  });
  const session = openAppDoor(join(appFolder, 'build', 'renderer'), { service, onPage });
  const shown = createWindow(kept);
  window = shown;
  shown.once('closed', () => {
    window = undefined;
  });
  // An archive that cannot be opened shows no window.
  const show = () => !shown.isDestroyed() && shown.show();
  shown.once('ready-to-show', () => void started?.then(show, () => undefined));
  const folder = dataFromArgument ?? kept.get('data_folder') ?? defaultDataFolder();
  const run = async () => {
    // Chromium starts the page's process once it has the page: the rest of the program loads meanwhile, in one go and
    // before that process can ask for anything.
    await Promise.race([pageGiven, once(shown, 'closed')]);
    await pause();
    const { runProgram } = await import('./program');
    const isQuitting = () => isClosing;
    return runProgram({
      folder,
      appFolder,
      threadsFolder: __dirname,
      window: shown,
      session,
      settings: kept,
      words,
      isQuitting,
    });
  };
  program = run();
  await (await program).opened;
}

async function service(): Promise<RunningService> {
  if (!program) throw new Error('There is no program yet.');
  return (await program).service();
}

/**
 * A signal asks to quit, and another changes nothing. Taken once Electron is ready, since Chromium's handlers, which let
 * the second signal kill, replace earlier ones.
 */
function takeSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/** Ends in order: the window, what is under way, the program. */
async function close(): Promise<void> {
  // From here on another start does not come to this window: it waits for the archive.
  app.releaseSingleInstanceLock();
  window?.close();
  if (program) await (await program).end();
  else app.exit(0);
}

let started: Promise<void> | undefined;
let isClosing = false;
app.on('before-quit', (event) => {
  event.preventDefault();
  if (isClosing) return;
  isClosing = true;
  void close();
});
app.on('window-all-closed', () => app.quit());
app.on('second-instance', () => {
  if (window?.isMinimized()) window.restore();
  window?.focus();
});

try {
  if (dataFromArgument) checkFolder(dataFromArgument);
  // Only a folder that can be written to holds the lock that shows whether Earshot is open already.
  makeFolder(windowFolder);
  if (app.requestSingleInstanceLock()) {
    started = app.whenReady().then(start);
    started.catch(fail);
  } else {
    process.stdout.write('Earshot is open already.\n');
    app.exit(0);
  }
} catch (cause) {
  fail(cause as Error);
}

/** Says why Earshot did not start: in a box, or on standard error where there is no display to show one on yet. */
function fail(cause: Error): void {
  dialog.showErrorBox(
    words().notStarted,
    cause instanceof FolderUnusable ? words().folderUnusable(cause) : cause.message,
  );
  app.exit(cause instanceof NotStarted ? cause.exitCode : 1);
}
