import { setTimeout as pause } from 'node:timers/promises';
import { hourMs } from '@shared/duration';
import type { Kept } from '@shared/ipc';
import { type BrowserWindow, dialog } from 'electron';
import { recentRequests } from '../service/recent-requests';
import { activeWebhooks } from '../service/resources/shell/webhooks';
import { selectSettings } from '../service/resources/site/settings';
import { selectWatchedFolders, turnWatching, watchFolders } from '../service/resources/sources/imports';
import type { RunningService } from '../service/service';
import { setAutostart, startsHidden } from './autostart';
import { remember, type SettingsStore } from './settings';
import type { Background } from './tray';
import type { WouldStop, wordsIn } from './words';

type Options = {
  settings: SettingsStore;
  service: () => Promise<RunningService>;
  api: () => Background['api'];
  words: () => ReturnType<typeof wordsIn>;
};

/** A tool that has not asked for anything for this long is not connected any more. */
const connectedMs = hourMs;
/** How long a close waits for what would stop, in ms. */
const answerMs = 1_000;
/** How often, and how many times, a place for icons is looked for when a session begins, in ms. */
const [lookMs, mostLooks] = [2_000, 15];

/**
 * Whether the desktop has a place for the icon of a program without a window. Only on Linux it may have none, and only there
 * D-Bus is loaded, once it is asked.
 */
const hasTrayPlace = async (): Promise<boolean> =>
  process.platform !== 'linux' || (await import('./tray-place')).hasTrayPlace();

/** Keeps the program running when its window is closed. */
export class Stay {
  private hasSaid = false;

  constructor(private readonly options: Options) {}

  get isOn(): boolean {
    return this.options.settings.get('keeps_running');
  }

  async state(): Promise<Kept> {
    return { keeps_running: this.isOn, starts_hidden: startsHidden(), has_tray: await hasTrayPlace() };
  }

  /** Without the program that keeps running, no hidden start makes sense. Throws when something cannot be stored. */
  async change({ keeps_running = this.isOn, starts_hidden = startsHidden() }: Partial<Kept>): Promise<Kept> {
    setAutostart(keeps_running && starts_hidden);
    this.options.settings.set({ keeps_running });
    return this.state();
  }

  /** Whether the program may run without a window from its start on. The place for icons may come after it. */
  async mayHide(): Promise<boolean> {
    for (let looks = 0; this.isOn && looks < mostLooks; looks += 1) {
      if (looks > 0) await pause(lookMs);
      if (await hasTrayPlace()) return true;
    }
    return false;
  }

  /**
   * Asks at each close that would stop something, until somebody does not want to be asked. Resolves to whether the program
   * stays; null if the window is not to be closed.
   */
  async ask(window: BrowserWindow): Promise<boolean | null> {
    if (this.isOn) return true;
    const { settings, words } = this.options;
    if (!settings.get('asks_to_stay')) return false;
    // A disk that no longer responds must not keep the window open.
    const late = pause(answerMs, null, { ref: false });
    const stopping = await Promise.race([this.stopping().catch(() => null), late]);
    if (!stopping || (!stopping.watches && stopping.webhooks === 0 && stopping.tools === 0)) return false;
    const { keepRunning, wouldStop, stays, quits, doNotAsk, cancel } = words();
    const { response, checkboxChecked } = await dialog.showMessageBox(window, {
      type: 'question',
      message: keepRunning,
      detail: wouldStop(stopping),
      buttons: [stays, quits, cancel],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
      checkboxLabel: doNotAsk,
    });
    if (response === 2) return null;
    const isKept = response === 0;
    remember(settings, { keeps_running: isKept, asks_to_stay: !isKept && !checkboxChecked });
    // On a full disk, it is not stored.
    return this.isOn;
  }

  /**
   * Whether the window may go. A desktop without a place for icons, where nobody could open it again, keeps it minimised, and
   * says so once.
   */
  async mayGo(window: BrowserWindow): Promise<boolean> {
    if (await hasTrayPlace()) return true;
    if (!this.hasSaid) {
      this.hasSaid = true;
      const { noTray, noTrayDetail } = this.options.words();
      await dialog.showMessageBox(window, { type: 'info', message: noTray, detail: noTrayDetail });
    }
    window.minimize();
    return false;
  }

  /** What goes on without the window; null while the program ends with it. */
  async background(): Promise<Background | null> {
    if (!this.isOn) return null;
    const { store, part } = await this.options.service();
    const folders = await store.get(selectWatchedFolders, {});
    const { watch_folder_on } = await store.get(selectSettings, undefined);
    const isUnreadable = folders.some(({ watch_folder_id: id }) => part(watchFolders).seen(id)?.is_readable === false);
    const watching = !watch_folder_on ? 'paused' : isUnreadable ? 'unreadable' : 'on';
    return { watching: folders.length === 0 ? 'none' : watching, api: this.options.api() };
  }

  /** Turns all watch folders off, or on again. */
  async watch(isOn: boolean): Promise<void> {
    await turnWatching(await this.options.service(), isOn);
  }

  private async stopping(): Promise<WouldStop> {
    const { store, part, now } = await this.options.service();
    const folders = await store.get(selectWatchedFolders, {});
    const { tools } = part(recentRequests).recent();
    return {
      watches: folders.some(({ is_on }) => is_on),
      webhooks: await store.get(activeWebhooks, undefined),
      tools: tools.filter(({ last_at }) => now() - last_at < connectedMs).length,
    };
  }
}
