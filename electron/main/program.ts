import { join } from 'node:path';
import { channels, type MenuCommand } from '@shared/ipc';
import { app, type BrowserWindow, session as electronSession } from 'electron';
import { isDiskFull } from '../service/disk';
import { faultOf, logged } from '../service/log';
import { isRefusal } from '../service/refusal';
import { programUpdates } from '../service/resources/shell/program';
import { runningImports } from '../service/resources/sources/imports';
import type { RunningService } from '../service/service';
import { DatabaseDamaged } from '../service/store/damage';
import { FolderUnusable } from '../service/store/folder';
import { FolderTaken } from '../service/store/lock';
import { ForeignLog } from '../service/store/log-mark';
import { ApiSwitch } from './api-switch';
import { ownAppImage } from './app-image';
import { Archive } from './archive';
import { type Answer, answersFor, showLog } from './bridge';
import { Choosing } from './choosing';
import { askBeforeClosing, whenPageIsGone } from './close';
import { Downloads } from './downloads';
import { GlobalKeys } from './global-keys';
import { osKeychain } from './keychain';
import type { Waiting } from './links';
import { lockWhenLeft } from './lock';
import { openLasting } from './log';
import { moveArchive } from './move-archive';
import { NotStarted } from './not-started';
import { Notices } from './notices';
import { origin } from './security';
import type { WindowSession } from './session';
import type { SettingsStore } from './settings';
import { Stay } from './stay';
import { EarshotTray } from './tray';
import { Updates, updateKeys } from './updates';
import type { wordsIn } from './words';

type Options = {
  folder: string;
  /** The folder of the program; `threadsFolder` contains its threads. */
  appFolder: string;
  threadsFolder: string;
  /** The window, if there is one. */
  window: () => BrowserWindow | undefined;
  /** Brings the window to the front, after it was opened if there is none. */
  openWindow: () => void;
  /** Ends the program for a person, who is asked what would be lost. */
  quit: () => void;
  session: WindowSession;
  settings: SettingsStore;
  words: () => ReturnType<typeof wordsIn>;
  isQuitting: () => boolean;
  setCommands: (shown: readonly MenuCommand[]) => void;
  takeLink: () => Waiting | null;
};

/** How often the state beside the clock is looked at, in ms. */
const lookMs = 30_000;
/** How long Earshot waits for the keyring when it ends. */
const answerMs = 2_000;

export type Program = {
  /** The service, once it is open. */
  service(): Promise<RunningService>;
  /** Answers a request of the page that is not part of the API. */
  answer: Answer;
  /** Guards a window: what it records, and what would end with it. */
  guard(window: BrowserWindow): void;
  /** Whether the archive is open, so that closing a window may ask. */
  isOpen(): boolean;
  /** Whether the program goes on without a window. */
  stays(): boolean;
  /** Whether the program may run without a window from its start on. */
  mayHide(): Promise<boolean>;
  /** Resolves once the archive is open. Rejects with NotStarted when it cannot be opened. */
  opened: Promise<void>;
  /** Ends downloads, the archive and the program, in this order. */
  end(): Promise<void>;
};

/** Runs everything behind the window. Answers the page at once, as far as possible while the archive opens. */
export function runProgram(options: Options): Program {
  const { folder, appFolder, threadsFolder, window: shown, session, settings, words, isQuitting } = options;
  const log = openLasting();
  const keychain = osKeychain();
  const archive = new Archive(threadsFolder, keychain, log);
  const port = () => (settings.get('api_on') ? settings.get('port') : null);
  const downloads = new Downloads({
    window: shown,
    fetch: (address, init) => session.fetch(new Request(`${origin}${address}`, init)),
    session: () => session.signal,
    send: (step) => shown()?.webContents.send(channels.saving, step),
    words,
    log,
  });
  const notices = new Notices(options.openWindow, shown);
  const run = (id: string) => shown()?.webContents.send(channels.command, id);
  const keys = new GlobalKeys(run, () => settings.get('preferences').global_keys);
  const stay = new Stay({
    settings,
    service: () => archive.service(),
    api: () => (archive.apiUrl ? 'on' : settings.get('api_on') ? 'no_port' : 'off'),
    words,
  });
  const unknown = logged(log, 'what goes on is not known');
  let looks = 0;
  const lookAround = () => {
    looks += 1;
    const own = looks;
    // A look that began earlier may end later.
    void stay.background().then((found) => own === looks && tray.showBackground(found), unknown);
  };
  const updates = new Updates({
    version: app.getVersion(),
    platform: process.platform,
    keys: updateKeys(appFolder),
    appImage: ownAppImage(),
    kept: { get: () => settings.get('updates'), set: (kept) => settings.set({ updates: kept }) },
    // The session of the page reaches nothing but the program.
    fetch: (url) =>
      electronSession
        .fromPartition('updates')
        .fetch(url, { redirect: 'error', credentials: 'omit', cache: 'no-store' }),
    now: Date.now,
    log,
    onChange: () => shown()?.webContents.send(channels.updated),
  });
  const tellUpdates = () => {
    archive.running.part(programUpdates).read = () => updates.state();
  };
  const tray = new EarshotTray({
    words,
    run,
    open: options.openWindow,
    watch: (isOn) => void stay.watch(isOn).catch(logged(log, 'watching was not changed')).then(lookAround),
    showLog: () => void showLog(),
    quit: options.quit,
    log,
  });
  const samplesFolder = app.isPackaged
    ? join(process.resourcesPath, 'samples')
    : join(appFolder, 'resources', 'samples');
  const choosing = new Choosing({ window: shown, archive, session, words, samplesFolder });
  const answer = answersFor({
    window: shown,
    archive,
    session,
    settings,
    choosing,
    downloads,
    api: new ApiSwitch({ archive, settings, session }),
    stay: { state: () => stay.state(), change: (change) => stay.change(change).finally(lookAround) },
    updates,
    moveData: (to) => moveArchive(to, { archive, settings, port: port() }).finally(tellUpdates),
    setCommands(commands) {
      options.setCommands(commands);
      return keys.set(commands);
    },
    holdKeys: () => keys.hold(),
    async takeLink() {
      const { signal } = session;
      const waiting = options.takeLink();
      if (waiting?.to !== 'files') return waiting;
      const source = await choosing.opened(waiting.paths);
      // The next person at the window has not opened them.
      return signal.aborted ? null : { to: 'import', source };
    },
    notify: (notice) => notices.show(notice),
    recorder(recording) {
      session.record(recording);
      tray.showRecording(recording);
    },
  });

  const notClosed = logged(log, 'a recording was not closed');
  session.onFault = notClosed;
  /** The page is gone, so keys and tray have no target, and its recording gets no more sound. */
  async function forgetPage(): Promise<void> {
    keys.set([]);
    tray.showRecording(null);
    await session.closeRecording().catch(notClosed);
  }

  let isOpen = false;
  const guard = (window: BrowserWindow) => {
    // Before that, nothing can be lost; once it is open, its window of then is guarded.
    if (!isOpen) return;
    whenPageIsGone(window, () => void forgetPage());
    window.once('closed', lookAround);
    askBeforeClosing(window, {
      imports: () => archive.running.part(runningImports),
      stay,
      recording: {
        isOn: () => session.recorded !== null,
        stop: () => run('stopRecording'),
        over: () => session.recordingOver(),
      },
      words,
      isQuitting,
      log,
    });
  };

  const opened = archive.open(folder, port()).then(
    () => {
      isOpen = true;
      tellUpdates();
      updates.begin();
      const window = shown();
      if (window) guard(window);
      lookAround();
      setInterval(lookAround, lookMs).unref();
      lockWhenLeft({
        lock() {
          session.lock();
          notices.closeAll();
          archive.running.forgetCredentials(session.recordingToken);
          shown()?.webContents.send(channels.locked);
        },
        log,
        isAttended: () => {
          const window = shown();
          return window !== undefined && (window.webContents.isCurrentlyAudible() || isFirstRun(window));
        },
        afterMinutes: () => settings.get('preferences').lock_after_minutes,
      });
    },
    (cause: Error) => {
      log(faultOf(cause), 'Earshot did not start');
      throw new NotStarted(whyNotStarted(cause, folder, words()), cause instanceof FolderTaken ? 5 : 1);
    },
  );

  return {
    service: () => archive.service(),
    answer,
    opened,
    guard,
    stays: () => stay.isOn,
    isOpen: () => isOpen,
    mayHide: () => stay.mayHide(),
    async end() {
      await opened.catch(() => undefined);
      await downloads.stopAll();
      await forgetPage();
      await archive.close().catch(logged(log, 'Earshot did not close in order'));
      // A keyring that never answers must not keep the program alive. At this point, everything is closed and on disk.
      if (await keychain.settles(answerMs)) app.exit(0);
      else process.kill(process.pid, 'SIGKILL');
    },
  };
}

function whyNotStarted(cause: Error, folder: string, words: ReturnType<typeof wordsIn>): string {
  if (cause instanceof FolderTaken) return words.folderTaken(cause);
  if (cause instanceof ForeignLog) return words.foreignLog(cause);
  if (cause instanceof DatabaseDamaged) return words.damaged(cause);
  if (cause instanceof FolderUnusable) return words.folderUnusable(cause);
  if (isDiskFull(cause) || isRefusal(cause, 'InsufficientStorage')) return words.diskFull(folder);
  return cause.message;
}

/** The recovery kit is shown once: a lock must not hide it while it is being written down. */
const isFirstRun = ({ webContents }: BrowserWindow) => webContents.getURL().startsWith(`${origin}/first-run`);
