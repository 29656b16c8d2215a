import { join } from 'node:path';
import { channels, type Link, type MenuCommand } from '@shared/ipc';
import { app, type BrowserWindow } from 'electron';
import { isDiskFull } from '../service/disk';
import { faultOf, logged } from '../service/log';
import { isRefusal } from '../service/refusal';
import { runningImports } from '../service/resources/sources/imports';
import type { RunningService } from '../service/service';
import { DatabaseDamaged } from '../service/store/damage';
import { FolderUnusable } from '../service/store/folder';
import { FolderTaken } from '../service/store/lock';
import { ForeignLog } from '../service/store/log-mark';
import { ApiSwitch } from './api-switch';
import { Archive } from './archive';
import { type Answer, answersFor } from './bridge';
import { Choosing } from './choosing';
import { askBeforeClosing, whenPageIsGone } from './close';
import { Downloads } from './downloads';
import { GlobalKeys } from './global-keys';
import { osKeychain } from './keychain';
import { lockWhenLeft } from './lock';
import { openLasting } from './log';
import { moveArchive } from './move-archive';
import { NotStarted } from './not-started';
import { Notices, toFront } from './notices';
import { origin } from './security';
import type { WindowSession } from './session';
import type { SettingsStore } from './settings';
import { RecordingTray } from './tray';
import type { wordsIn } from './words';

type Options = {
  folder: string;
  /** The folder of the program; `threadsFolder` contains its threads. */
  appFolder: string;
  threadsFolder: string;
  window: BrowserWindow;
  session: WindowSession;
  settings: SettingsStore;
  words: () => ReturnType<typeof wordsIn>;
  isQuitting: () => boolean;
  setCommands: (shown: readonly MenuCommand[]) => void;
  takeLink: () => Link | null;
};

/** How long Earshot waits for the keyring when it ends. */
const answerMs = 2_000;

export type Program = {
  /** The service, once it is open. */
  service(): Promise<RunningService>;
  /** Answers a request of the page that is not part of the API. */
  answer: Answer;
  /** Resolves once the archive is open. Rejects with NotStarted when it cannot be opened. */
  opened: Promise<void>;
  /** Ends downloads, the archive and the program, in this order. */
  end(): Promise<void>;
};

/** Runs everything behind the window. Answers the page at once, as far as possible while the archive opens. */
export function runProgram(options: Options): Program {
  const { folder, appFolder, threadsFolder, window, session, settings, words, isQuitting } = options;
  const log = openLasting();
  const keychain = osKeychain();
  const archive = new Archive(threadsFolder, keychain, log);
  const port = () => (settings.get('api_on') ? settings.get('port') : null);
  const shown = () => (window.isDestroyed() ? undefined : window);
  const downloads = new Downloads({
    window: shown,
    fetch: (address, init) => session.fetch(new Request(`${origin}${address}`, init)),
    session: () => session.signal,
    send: (step) => shown()?.webContents.send(channels.saving, step),
    words,
    log,
  });
  const notices = new Notices(shown);
  const run = (id: string) => shown()?.webContents.send(channels.command, id);
  const keys = new GlobalKeys(run, () => settings.get('preferences').global_keys);
  const tray = new RecordingTray({
    words,
    run,
    open() {
      const window = shown();
      if (window) toFront(window);
    },
    log,
  });
  const samplesFolder = app.isPackaged
    ? join(process.resourcesPath, 'samples')
    : join(appFolder, 'resources', 'samples');
  const answer = answersFor({
    window: shown,
    archive,
    session,
    settings,
    choosing: new Choosing({ window: shown, archive, session, words, samplesFolder }),
    downloads,
    api: new ApiSwitch({ archive, settings, session }),
    moveData: (to) => moveArchive(to, { archive, settings, port: port() }),
    setCommands(commands) {
      options.setCommands(commands);
      return keys.set(commands);
    },
    holdKeys: () => keys.hold(),
    takeLink: options.takeLink,
    notify: (notice) => notices.show(notice),
    recorder(recording) {
      session.record(recording);
      tray.show(recording);
    },
  });

  const notClosed = logged(log, 'a recording was not closed');
  session.onFault = notClosed;
  /** The page is gone, so keys and tray have no target, and its recording gets no more sound. */
  async function forgetPage(): Promise<void> {
    keys.set([]);
    tray.show(null);
    await session.closeRecording().catch(notClosed);
  }

  const opened = archive.open(folder, port()).then(
    () => {
      // If the window was closed while the archive opened, there is nothing to lock or to ask about.
      if (window.isDestroyed()) return;
      lockWhenLeft({
        lock() {
          session.end();
          notices.closeAll();
          archive.running.forgetCredentials(session.recordingToken);
          shown()?.webContents.send(channels.locked);
        },
        log,
        isAttended: () => !window.isDestroyed() && (window.webContents.isCurrentlyAudible() || isFirstRun(window)),
        afterMinutes: () => settings.get('preferences').lock_after_minutes,
      });
      whenPageIsGone(window, () => void forgetPage());
      askBeforeClosing(window, {
        imports: () => archive.running.part(runningImports),
        recording: {
          isOn: () => session.recorded !== null,
          stop: () => run('stopRecording'),
          over: () => session.recordingOver(),
        },
        words,
        isQuitting,
        log,
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
