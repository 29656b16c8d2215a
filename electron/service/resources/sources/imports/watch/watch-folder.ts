import { basename, dirname, extname, join } from 'node:path';
import { minuteMs } from '@shared/duration';
import type { Part, Service } from '../../../../context';
import { notWanted } from '../../../../jobs/task';
import { localZone } from '../../../../local-zone';
import { faultOf } from '../../../../log';
import { isRefusal } from '../../../../refusal';
import { type By, byEarshot } from '../../../../store/audit';
import { ownFolder } from '../../../../store/own-folder';
import { selectSettings } from '../../../site/settings';
import { ensureArchive } from '../../../site/setup';
import { runningImports } from '../running';
import { inDataFolder } from '../scan-job';
import { hasEndedTaken, recordTaken, selectUntaken, settleTaken, storeWatchFolder, switchWatchFolder } from './queries';
import { cutOffMs, Settled } from './settled';
import { findWhole, lookAtFolder, type Watched } from './watch-job';

const everyMs = 1_000;
/** A look at a large folder takes long: while nothing is imported, at most this part of the time is spent looking. */
const share = 10;
const longestRestMs = 5 * minuteMs;
/** Files of one import, so that the first of many calls appear soon. */
const maxAtOnce = 500;
const maxShown = 100;
const view = 'imports.watch';

/** The result of the last look at the folder; `growing` are files that are not complete. */
type Seen = { is_readable: boolean; growing: { name: string; size: number }[] };

/** Recordings that are imported together, and the files of call details that are read for them. */
type Batch = { name: string; taken: Watched[]; records: Watched[] };

/** Imports what another recorder writes into a folder. */
class WatchFolder {
  private readonly settled = new Settled();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private isClosing = false;
  private last: Seen | undefined;
  private stopWaiting: () => void = () => undefined;

  constructor(private readonly service: Service) {}

  /** Looks now, and then repeatedly until it is closed. */
  begin(): void {
    if (this.isClosing) return;
    this.looking = this.turn().then((waitMs) => {
      if (!this.isClosing) this.timer = setTimeout(() => this.begin(), waitMs).unref();
    });
  }

  /** The result of the last look; undefined before the first look, and while nothing is watched. */
  get seen(): Seen | undefined {
    return this.last;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    this.service.jobs.cancel(view);
    this.stopWaiting();
    await this.looking;
  }

  /** Looks, and imports what is ready. Returns after how many ms to look again. */
  private async turn(): Promise<number> {
    const { elapsed, log } = this.service;
    const began = elapsed();
    const restMs = () => Math.min(longestRestMs, Math.max(everyMs, share * (elapsed() - began)));
    try {
      const batch = await this.look();
      if (!batch) return restMs();
      await this.take(batch);
      return everyMs;
    } catch (cause) {
      // A folder on a drive that is not there may come back.
      if (!isRefusal(cause)) log(faultOf(cause), 'the watch folder could not be read');
      return restMs();
    }
  }

  /** The next recordings to import, with their call details; undefined if there are none. */
  private async look(): Promise<Batch | undefined> {
    const { store, now, elapsed } = this.service;
    if (await store.get(hasEndedTaken, undefined)) await store.write(settleTaken, undefined, byEarshot(now()));
    const { watch_folder: folder, watch_folder_on } = await store.get(selectSettings, undefined);
    if (folder === '' || !watch_folder_on) {
      this.last = undefined;
      return undefined;
    }
    const files = await this.filesIn(folder);
    const complete = new Set(this.settled.complete(files, elapsed()));
    const untaken = await this.untaken(files.filter(({ kind }) => kind === 'audio'));
    const { ready, taken } = await this.whole(untaken.filter((file) => complete.has(file)));
    const growing = growingOf(untaken, ready);
    this.last = { is_readable: true, growing: growing.map(({ name, size }) => ({ name, size })) };
    // While the disk is full, another import would only wait too.
    const isFull = this.service.part(runningImports).waitsForSpace;
    if (taken.length === 0 || isFull || this.isClosing) return undefined;
    return { name: basename(folder), taken, records: recordsFor(taken, files) };
  }

  /** Imports recordings, and waits for the end of the import and of those before it. */
  private async take({ name, taken, records }: Batch): Promise<void> {
    const { store, now, part } = this.service;
    const { tenant_id } = await ensureArchive(this.service);
    const { import_id, ended } = await part(runningImports).begin({
      tenant_id,
      user_id: null,
      name,
      timezone: await localZone(this.service),
      mapping: {},
      paths: [...taken, ...records].map(({ path }) => path),
      create_missing: false,
      metadata_only: false,
      is_watched: true,
    });
    const rows = taken.map(({ source_key, name, version }) => ({ source_key, name, version }));
    await store.write(recordTaken, { import_id, files: rows }, byEarshot(now()));
    await this.unlessClosed(() => ended);
  }

  /** Waits for work, but not when this closes: an import then ends with the others, and a drive may hang. */
  private unlessClosed<T>(work: () => Promise<T>): Promise<T> {
    if (this.isClosing) return Promise.reject(notWanted());
    return new Promise((resolve, reject) => {
      this.stopWaiting = () => reject(notWanted());
      work().then(resolve, reject);
    });
  }

  private async filesIn(folder: string): Promise<Watched[]> {
    const { jobs, dataFolder, elapsed } = this.service;
    try {
      const files = await this.unlessClosed(() => jobs.run(lookAtFolder, { folder, dataFolder }, view));
      this.settled.look(files, elapsed());
      return files;
    } catch (cause) {
      this.last = { is_readable: false, growing: [] };
      throw cause;
    }
  }

  /** The files that were not imported in this version. */
  private async untaken(files: Watched[]): Promise<Watched[]> {
    const versions = files.map(({ source_key, version }) => ({ source_key, version }));
    const untaken = new Set(await this.service.store.read(selectUntaken, { files: versions }));
    return files.filter(({ source_key }) => untaken.has(source_key));
  }

  /**
   * The next recordings to import, and all that are ready as far as is known: without those that end too early, unless
   * they have not grown for a long time.
   */
  private async whole(complete: Watched[]): Promise<{ ready: Watched[]; taken: Watched[] }> {
    const { jobs, elapsed } = this.service;
    const files = complete.map(({ path }) => ({ path, isOld: this.settled.quiet(path, elapsed()) >= cutOffMs }));
    const found = await this.unlessClosed(() => jobs.run(findWhole, { files, most: maxAtOnce }, view));
    const [whole, cut] = [new Set(found.whole), new Set(found.cut)];
    return {
      ready: complete.filter(({ path }) => !cut.has(path)),
      taken: complete.filter(({ path }) => whole.has(path)),
    };
  }
}

/** The first files that are not complete. */
export function growingOf(untaken: readonly Watched[], ready: readonly Watched[]): Watched[] {
  const complete = new Set(ready);
  const growing: Watched[] = [];
  for (const file of untaken) {
    if (growing.length === maxShown) break;
    if (!complete.has(file)) growing.push(file);
  }
  return growing;
}

/** Call details with the name of one of these recordings, and those that are not named like any recording. */
function recordsFor(taken: Watched[], files: Watched[]): Watched[] {
  const stemOf = ({ path }: Watched) => join(dirname(path), basename(path, extname(path)));
  // The details of a.wav are in a.json or in a.wav.json.
  const namesOf = (one: Watched) => [stemOf(one), one.path];
  const others = new Set(files.filter(({ kind }) => kind === 'audio').flatMap(namesOf));
  for (const name of taken.flatMap(namesOf)) others.delete(name);
  return files.filter((file) => file.kind === 'records' && !others.has(stemOf(file)));
}

/**
 * Sets the folder to watch; none if it is empty. By the window or the command line, because HTTP never carries a path.
 * Refused with InvalidRecord for the data folder.
 */
export async function setWatchFolder(
  { store, dataFolder, now }: Pick<Service, 'store' | 'dataFolder' | 'now'>,
  folder: string,
  by: By = byEarshot(now()),
): Promise<void> {
  if (folder !== '' && (await (await ownFolder(dataFolder)).holds(folder))) throw inDataFolder();
  await store.write(storeWatchFolder, { folder }, by);
}

/** Pauses the watch folder, or goes on: by the owner of the machine, who needs no user for it. */
export const turnWatchFolder = ({ store, now }: Pick<Service, 'store' | 'now'>, isOn: boolean): Promise<void> =>
  store.write(switchWatchFolder, { isOn }, byEarshot(now()));

/** The watch folder of this service. */
export const watchFolder: Part<WatchFolder> = (service, { onStart, onClose }) => {
  const watched = new WatchFolder(service);
  onStart(async () => watched.begin());
  onClose(() => watched.close());
  return watched;
};
