import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { channels } from '@shared/ipc';
import { app, type BrowserWindow, dialog, Menu, session as sessions } from 'electron';
import { inTurn, type Listener } from '../service/http/listener';
import { faultOf } from '../service/log';
import { type RunningService, startService } from '../service/service';
import { FolderTaken } from '../service/store/lock';
import { scryptLn } from '../service/vault/user-pair';
import { answerPage } from './bridge';
import { defaultDataFolder } from './data-folder';
import { announce } from './discovery';
import { Downloads } from './downloads';
import { osKeychain } from './keychain';
import { lockWhenLeft } from './lock';
import { createLog } from './log';
import { openAppDoor, registerScheme } from './protocol';
import { guardPages, origin } from './security';
import { openSettings } from './settings';
import { createWindow } from './window';

const appFolder = join(__dirname, '..', '..');
const dataArgument = '--data-dir=';

registerScheme();
// As root (development and tests only) Chromium refuses to start sandboxed.
if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
const dataFromArgument = process.argv.find((argument) => argument.startsWith(dataArgument))?.slice(dataArgument.length);
if (dataFromArgument) {
  const windowFolder = join(dataFromArgument, 'window');
  try {
    mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    process.stderr.write(`${dataFromArgument} cannot be a data folder: ${(cause as Error).message}\n`);
    app.exit(1);
  }
  app.setPath('userData', windowFolder);
}

/** The service and its TCP door, on one data folder. */
class Archive {
  service!: RunningService;
  folder = '';
  private listener: Listener | undefined;
  private withdraw = () => {};

  /** Port that was asked for; null when all ten were taken, and the window works without the door. */
  get apiUrl(): string | null {
    return this.listener ? `http://127.0.0.1:${this.listener.port}` : null;
  }

  async open(folder: string, port: number): Promise<void> {
    this.service = await startService({
      dataFolder: folder,
      threadsFolder: __dirname,
      keychain,
      now: Date.now,
      scryptLn,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      log,
    });
    this.folder = folder;
    this.listener = await this.service.listen(...inTurn(port)).catch((cause: Error) => {
      log(faultOf(cause), 'the API is off');
      return undefined;
    });
    if (this.listener) {
      this.withdraw = announce(folder, {
        port: this.listener.port,
        proof_key: this.service.proofKey,
        started_at: new Date().toISOString(),
      });
    }
  }

  async close(): Promise<void> {
    this.withdraw();
    await this.listener?.close();
    await this.service.close();
  }
}

const log = createLog();
const keychain = osKeychain();
const archive = new Archive();
let window: BrowserWindow | undefined;

async function start(): Promise<void> {
  const settings = openSettings();
  guardPages();
  Menu.setApplicationMenu(null);
  const port = settings.get('port');
  await archive.open(dataFromArgument ?? settings.get('data_folder') ?? defaultDataFolder(), port);
  const session = openAppDoor(join(appFolder, 'build', 'renderer'), () => archive.service);
  const downloads = new Downloads(sessions.defaultSession, {
    send: (saving) => window?.webContents.send(channels.saving, saving),
    language: () => settings.get('preferences').language,
  });
  answerPage({
    window: () => window,
    service: () => archive.service,
    settings,
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
    stopSaving: (id) => downloads.stop(id),
  });
  lockWhenLeft({
    lock() {
      session.end();
      archive.service.forgetCredentials();
      window?.webContents.send(channels.locked);
    },
    log,
    isAttended: () => Boolean(window && (window.webContents.isCurrentlyAudible() || isFirstRun(window))),
    afterMinutes: settings.get('lock_after_minutes'),
  });
  window = createWindow(settings);
  window.once('closed', () => {
    window = undefined;
  });
}

/** The recovery kit is shown once: whoever writes it down must not lose it to the lock. */
const isFirstRun = ({ webContents }: BrowserWindow) => webContents.getURL().startsWith(`${origin}/first-run`);

let closing = false;
app.on('before-quit', (event) => {
  if (closing || !archive.service) return;
  event.preventDefault();
  closing = true;
  void archive.close().finally(leave);
});
/** A keyring that never answers must not keep the program alive: by now everything is closed and on disk. */
function leave(): void {
  if (keychain.isAsked()) process.kill(process.pid, 'SIGKILL');
  else app.exit(0);
}
app.on('window-all-closed', () => app.quit());
app.on('second-instance', () => {
  if (window?.isMinimized()) window.restore();
  window?.focus();
});

if (!app.requestSingleInstanceLock()) {
  process.stdout.write('Earshot is open already; its window comes to the front.\n');
  app.exit(0);
} else {
  app
    .whenReady()
    .then(start)
    .catch((cause: Error) => {
      log(faultOf(cause), 'Earshot did not start');
      dialog.showErrorBox(
        'Earshot did not start',
        cause instanceof FolderTaken ? cause.message : String(cause.message),
      );
      app.exit(cause instanceof FolderTaken ? 5 : 1);
    });
}
