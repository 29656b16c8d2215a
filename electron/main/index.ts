import { join } from 'node:path';
import { channels } from '@shared/ipc';
import { app, type BrowserWindow, dialog, Menu } from 'electron';
import { isDiskFull } from '../service/disk';
import { inTurn, type Listener } from '../service/http/listener';
import { faultOf } from '../service/log';
import { Refusal } from '../service/refusal';
import { runningImports } from '../service/resources/imports';
import { type RunningService, startService } from '../service/service';
import { DatabaseDamaged } from '../service/store/damage';
import { checkFolder, FolderUnusable, makeFolder } from '../service/store/folder';
import { FolderTaken } from '../service/store/lock';
import { ForeignLog } from '../service/store/log-mark';
import { scryptLn } from '../service/vault/user-pair';
import { answerPage } from './bridge';
import { askBeforeClosing } from './close';
import { defaultDataFolder } from './data-folder';
import { announce } from './discovery';
import { Downloads } from './downloads';
import { osKeychain } from './keychain';
import { lockWhenLeft } from './lock';
import { openLog } from './log';
import { openAppDoor, registerScheme } from './protocol';
import { guardPages, origin } from './security';
import { openSettings, type SettingsStore } from './settings';
import { createWindow } from './window';
import { wordsIn } from './words';

const appFolder = join(__dirname, '..', '..');
const dataArgument = '--data-dir=';

registerScheme();
// As root (development and tests only) Chromium refuses to start sandboxed.
if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
const dataFromArgument = process.argv.find((argument) => argument.startsWith(dataArgument))?.slice(dataArgument.length);
const windowFolder = dataFromArgument ? join(dataFromArgument, 'window') : app.getPath('userData');
app.setPath('userData', windowFolder);

/** The service and its TCP door, on one data folder. */
class Archive {
  /** Once it is open. */
  running!: RunningService;
  folder = '';
  private listener: Listener | undefined;
  private withdraw = () => {};
  private opening: Promise<RunningService> | undefined;
  private closing: Promise<void> | undefined;

  /** Port that was asked for; null when all ten were taken, and the window works without the door. */
  get apiUrl(): string | null {
    return this.listener ? `http://127.0.0.1:${this.listener.port}` : null;
  }

  open(folder: string, port: number): Promise<RunningService> {
    this.closing = undefined;
    this.opening = this.start(folder, port);
    return this.opening;
  }

  /** The service as soon as it is open: the page may ask before that. */
  async service(): Promise<RunningService> {
    if (!this.opening) throw new Error('No archive is being opened.');
    return this.opening;
  }

  private async start(folder: string, port: number): Promise<RunningService> {
    this.folder = folder;
    this.running = await startService({
      dataFolder: folder,
      threadsFolder: __dirname,
      keychain,
      now: Date.now,
      scryptLn,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      log,
    });
    this.listener = await this.running.listen(...inTurn(port)).catch((cause: Error) => {
      log(faultOf(cause), 'the API is off');
      return undefined;
    });
    if (this.listener) {
      this.withdraw = announce(folder, {
        port: this.listener.port,
        proof_key: this.running.proofKey,
        started_at: new Date().toISOString(),
      });
    }
    return this.running;
  }

  /** Once, however often it is asked; what is being opened is closed as soon as it is open. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    // Whether it could be opened is the business of the one who asked for it.
    await this.opening?.catch(() => undefined);
    this.withdraw();
    await this.running?.close();
  }
}

const log = openLog();
const keychain = osKeychain();
const archive = new Archive();
let opened: SettingsStore | undefined;
let window: BrowserWindow | undefined;
let downloads: Downloads | undefined;
const words = () => wordsIn(opened?.get('preferences').language);

async function start(): Promise<void> {
  takeSignals();
  const settings = openSettings();
  opened = settings;
  guardPages();
  Menu.setApplicationMenu(null);
  const port = settings.get('port');
  // The page is read while the archive opens.
  const opening = archive.open(dataFromArgument ?? settings.get('data_folder') ?? defaultDataFolder(), port);
  const session = openAppDoor(join(appFolder, 'build', 'renderer'), () => archive.service());
  const saving = new Downloads({
    window: () => window,
    fetch: (address, headers) => session.fetch(new Request(`${origin}${address}`, { headers })),
    session: () => session.signal,
    send: (step) => window?.webContents.send(channels.saving, step),
    words,
  });
  downloads = saving;
  answerPage({
    window: () => window,
    service: () => archive.service(),
    session: () => session.signal,
    settings,
    words,
    dataFolder: () => archive.folder,
    apiUrl: () => archive.apiUrl,
    samplesFolder: app.isPackaged ? join(process.resourcesPath, 'samples') : join(appFolder, 'resources', 'samples'),
    async moveData(folder) {
      const before = archive.folder;
      await archive.close();
      try {
        await archive.open(folder, port);
      } catch (cause) {
        await archive.open(before, port);
        throw cause;
      }
      settings.set('data_folder', folder);
    },
    save: (address) => saving.save(address),
    stopSaving: (id) => saving.stop(id),
  });
  const shown = createWindow(settings, opening);
  window = shown;
  window.once('closed', () => {
    window = undefined;
  });
  await opening;
  lockWhenLeft({
    lock() {
      session.end();
      archive.running.forgetCredentials();
      window?.webContents.send(channels.locked);
    },
    log,
    isAttended: () => Boolean(window && (window.webContents.isCurrentlyAudible() || isFirstRun(window))),
    afterMinutes: settings.get('lock_after_minutes'),
  });
  askBeforeClosing(shown, {
    imports: () => archive.running.part(runningImports),
    words,
    isQuitting: () => isClosing,
    log,
  });
}

function whyNotStarted(cause: Error): string {
  if (cause instanceof FolderTaken) return words().folderTaken(archive.folder);
  if (cause instanceof ForeignLog) return words().foreignLog(archive.folder);
  if (cause instanceof DatabaseDamaged) return words().damaged(archive.folder);
  if (cause instanceof FolderUnusable) return words().folderUnusable(cause);
  if (isDiskFull(cause) || (cause instanceof Refusal && cause.code === 'InsufficientStorage'))
    return words().diskFull(archive.folder || windowFolder);
  return cause.message;
}

/** The recovery kit is shown once: a lock must not hide it while it is being written down. */
const isFirstRun = ({ webContents }: BrowserWindow) => webContents.getURL().startsWith(`${origin}/first-run`);

/**
 * A signal asks to quit, and another changes nothing. Taken once Electron is ready, since Chromium's handlers, which let
 * the second signal kill, replace earlier ones; instead of those of electron-store, which pass a signal on to the system.
 */
function takeSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => app.quit());
  }
}

/** Ends in order: the window, what the archive has under way, the program. */
async function close(): Promise<void> {
  // From here on another start does not come to this window: it waits for the archive.
  app.releaseSingleInstanceLock();
  window?.close();
  await started?.catch(() => undefined);
  await downloads?.stopAll();
  await archive.close().catch((cause) => log(faultOf(cause), 'Earshot did not close in order'));
  leave();
}
/** A keyring that never answers must not keep the program alive: by now everything is closed and on disk. */
function leave(): void {
  if (keychain.isAsked()) process.kill(process.pid, 'SIGKILL');
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
  log(faultOf(cause), 'Earshot did not start');
  dialog.showErrorBox(words().notStarted, whyNotStarted(cause));
  app.exit(cause instanceof FolderTaken ? 5 : 1);
}
