import { randomUUID } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { minuteMs } from '@shared/duration';
import { reason } from '@shared/reasons/reasons';
import type { Part, Service } from '../../../../context';
import { notWanted } from '../../../../jobs/task';
import { localZone } from '../../../../local-zone';
import { faultOf } from '../../../../log';
import { invalid, isRefusal, Refusal } from '../../../../refusal';
import { byEarshot } from '../../../../store/audit';
import { ownFolder } from '../../../../store/own-folder';
import { ensureArchive } from '../../../site/setup';
import { selectKept } from '../../presets';
import { howOf, type ImportOptions } from '../options';
import { type Plan, scanPaths } from '../reading/plan';
import { runningImports } from '../running';
import { addWatchFolders, forgetWaiting, selectWatchedFolders, switchWatching, type WatchedFolder } from './queries';
import { Removal } from './removal';
import { cutOffMs, Settled } from './settled';
import { findWhole, lookAtFolder, type Watched } from './watch-job';
import { hasEndedTaken, recordTaken, recordWaiting, selectUntaken, settleTaken } from './watched.queries';
import { isWithin } from './within';

const everyMs = 1_000;
/** A look at a large folder takes long: while nothing is imported, at most this part of the time is spent looking. */
const share = 10;
const longestRestMs = 5 * minuteMs;
/** Files of one import, so that the first of many calls appear soon. */
const maxAtOnce = 500;
const maxShown = 100;

/** The result of the last look at a folder; `growing` are files that are not complete. */
export type Seen = { is_readable: boolean; growing: { name: string; size: number }[] };

/** Files that are imported together, the files of call details that are read for them, and all in the folder. */
type Batch = { taken: Watched[]; records: Watched[]; files: Watched[] };

/** Imports what another program writes into one folder. */
class FolderWatch {
  private readonly settled = new Settled();
  private readonly removal: Removal;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private isClosing = false;
  private last: Seen | undefined;
  /** The path of the last look; what is known of files is of this one. */
  private folder: string | undefined;
  /** The call details with which files were found to wait; empty when none do. */
  private askedWith: string | undefined;
  private stopWaiting: () => void = () => undefined;
  private readonly view: string;

  constructor(
    private readonly service: Service,
    private readonly id: string,
    private readonly onGone: () => void,
  ) {
    this.view = `watch-folder ${id}`;
    this.removal = new Removal(service, (work) => this.unlessClosed(work));
  }

  /** Looks now, and then repeatedly until it is closed, or the watch folder is removed. */
  begin(): void {
    if (this.isClosing) return;
    this.looking = this.turn().then((waitMs) => {
      if (waitMs === undefined) this.onGone();
      else if (!this.isClosing) this.timer = setTimeout(() => this.begin(), waitMs).unref();
    });
  }

  /** The result of the last look; undefined before the first look, and while it is off. */
  get seen(): Seen | undefined {
    return this.last;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    this.service.jobs.cancel(this.view);
    this.stopWaiting();
    await this.looking;
  }

  /** Looks, and imports what is ready. Returns after how many ms to look again; undefined once it is no watch folder. */
  private async turn(): Promise<number | undefined> {
    const { elapsed, log } = this.service;
    const began = elapsed();
    const restMs = () => Math.min(longestRestMs, Math.max(everyMs, share * (elapsed() - began)));
    try {
      const watched = await this.current();
      if (!watched) return undefined;
      const batch = watched.is_on ? await this.look(watched) : this.pause();
      if (!batch) return restMs();
      await this.take(watched, batch);
      return everyMs;
    } catch (cause) {
      // A folder on a drive that is not there may come back.
      if (!isRefusal(cause)) log(faultOf(cause), 'a watch folder could not be read');
      return restMs();
    }
  }

  /** The watch folder as it is now, after what came of earlier imports is stored. */
  private async current(): Promise<WatchedFolder | undefined> {
    const { store, now } = this.service;
    if (await store.get(hasEndedTaken, undefined)) await store.write(settleTaken, undefined, byEarshot(now()));
    const [watched] = await store.get(selectWatchedFolders, { id: this.id });
    if (watched && watched.folder !== this.folder) {
      this.folder = watched.folder;
      this.last = undefined;
    }
    return watched;
  }

  private pause(): undefined {
    this.last = undefined;
  }

  /** The next recordings to import, with their call details; undefined if there are none. */
  private async look(watched: WatchedFolder): Promise<Batch | undefined> {
    const { elapsed } = this.service;
    const files = await this.filesIn(watched);
    const quiet = this.settled.quietOnes(files, elapsed());
    await this.removal.turn(watched, { files, quiet }, async () => howOf(await this.told(watched), this.service));
    const complete = new Set(this.settled.complete(files, elapsed()));
    const untaken = await this.untaken(files.filter(({ kind }) => kind === 'audio'));
    const { ready, taken } = await this.whole(untaken.filter((file) => complete.has(file)));
    const growing = growingOf(untaken, ready);
    this.last = { is_readable: true, growing: growing.map(({ name, size }) => ({ name, size })) };
    const details = watched.metadata_only ? await this.untaken(quiet.filter(({ kind }) => kind === 'records')) : [];
    // While the disk is full, another import would only wait too.
    const isFull = this.service.part(runningImports).waitsForSpace;
    if (taken.length + details.length === 0 || isFull || this.isClosing) return undefined;
    const all = files.filter(({ kind }) => kind === 'records');
    const records = watched.metadata_only ? all : recordsFor(taken, files);
    return { taken: [...taken, ...details], records, files };
  }

  /** Imports files, and waits for the end of the import and of those before it. Without an answer about dates, they wait. */
  private async take(watched: WatchedFolder, { taken, records, files }: Batch): Promise<void> {
    const { store, now, part, jobs, dataFolder } = this.service;
    const { watch_folder_id, afterwards } = watched;
    const paths = [...new Set([...taken, ...records].map(({ path }) => path))];
    const told = await this.told(watched);
    if (records.length > 0) {
      const given = { paths, dataFolder, areReal: true, how: await howOf(told, this.service) };
      const { plan } = await this.unlessClosed(() => jobs.run(scanPaths, given, this.view));
      const question = plan.questions.find(({ code }) => code === 'date_order');
      if (question) {
        const waiting = { watch_folder_id, files: taken, reasons: [whyWaiting(plan, question)] };
        await store.write(recordWaiting, waiting, byEarshot(now()));
        this.askedWith = versionsOf(files);
        return;
      }
    }
    // The key of an archive is made when the keychain is there.
    await ensureArchive(this.service);
    const { import_id, ended } = await part(runningImports).begin({ ...told, paths });
    const rows = taken.map((file) => {
      const is_details = file.kind === 'records';
      return { ...file, is_details, leaves: !is_details && afterwards !== 'keep' };
    });
    const isNoted = afterwards !== 'keep' && !watched.metadata_only;
    const read = isNoted ? await this.removal.readFor(taken, records, () => howOf(told, this.service)) : [];
    await store.write(recordTaken, { watch_folder_id, import_id, files: rows, read }, byEarshot(now()));
    await this.unlessClosed(() => ended);
  }

  /** How files of the folder are imported. */
  private async told(watched: WatchedFolder): Promise<Omit<ImportOptions, 'import_id' | 'paths'>> {
    const { tenant_id, name, preset_id, timezone, date_order, channels, category_ids, create_missing, metadata_only } =
      watched;
    const preset = preset_id === null ? undefined : await this.service.store.get(selectKept, { id: preset_id });
    return {
      tenant_id,
      user_id: null,
      name,
      timezone: timezone ?? preset?.timezone ?? (await localZone(this.service)),
      mapping: {},
      create_missing,
      metadata_only,
      is_watched: true,
      ...(preset && { preset }),
      ...(date_order && { date_order }),
      ...(channels && { channels }),
      ...(category_ids.length > 0 && { category_ids }),
    };
  }

  /** Waits for work, but not when this closes: an import then ends with the others, and a drive may hang. */
  private unlessClosed<T>(work: () => Promise<T>): Promise<T> {
    if (this.isClosing) return Promise.reject(notWanted());
    return new Promise((resolve, reject) => {
      this.stopWaiting = () => reject(notWanted());
      work().then(resolve, reject);
    });
  }

  private async filesIn(watched: WatchedFolder): Promise<Watched[]> {
    const { jobs, dataFolder, elapsed, store, now } = this.service;
    const { folder, afterwards, done_folder, done_before, has_moved, watch_folder_id } = watched;
    const done = has_moved || afterwards === 'move' ? [...done_before, done_folder] : done_before;
    const skipped = done.map((name) => join(folder, name));
    try {
      const files = await this.unlessClosed(() => jobs.run(lookAtFolder, { folder, dataFolder, skipped }, this.view));
      this.settled.look(files, elapsed());
      // Other call details may answer the question that files wait for.
      if (this.askedWith !== '' && this.askedWith !== versionsOf(files)) {
        await store.write(forgetWaiting, { watch_folder_id }, byEarshot(now()));
        this.askedWith = '';
      }
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
    const found = await this.unlessClosed(() => jobs.run(findWhole, { files, most: maxAtOnce }, this.view));
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

/** What changes when call details do. */
const versionsOf = (files: readonly Watched[]): string =>
  files.flatMap(({ kind, source_key, version }) => (kind === 'records' ? [`${source_key} ${version}`] : [])).join('\n');

/** The question of a plan about dates, with one of these. */
function whyWaiting({ kinds }: Plan, { file, from }: Plan['questions'][number]) {
  const column = kinds.find((kind) => kind.file === file)?.columns.get(from ?? '');
  return reason('date_order', { field: column?.column.field ?? 'setup_time', value: column?.samples[0] ?? '' });
}

/** The watch folders of a service. */
class WatchFolders {
  private readonly watches = new Map<string, FolderWatch>();
  private isClosing = false;

  constructor(private readonly service: Service) {}

  /** Watches every watch folder that is not watched yet. */
  async watchAll(): Promise<void> {
    for (const { watch_folder_id: id } of await this.service.store.get(selectWatchedFolders, {})) {
      if (this.isClosing || this.watches.has(id)) continue;
      const watch = new FolderWatch(this.service, id, () => this.watches.delete(id));
      this.watches.set(id, watch);
      watch.begin();
    }
  }

  /** The result of the last look at a folder; undefined before the first one, and while it is off. */
  seen(id: string): Seen | undefined {
    return this.watches.get(id)?.seen;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([...this.watches.values()].map((watch) => watch.close()));
  }
}

/**
 * The real path of a folder that can be watched. Refused with InvalidRecord at `source` when it is none, and with Conflict when it
 * is in the data folder, or the data folder is in it.
 */
export async function folderToWatch({ dataFolder }: Pick<Service, 'dataFolder'>, path: string): Promise<string> {
  const known = await stat(path).catch(() => undefined);
  if (!known?.isDirectory()) throw invalid({ source: reason('source_no_folder') });
  const folder = await realpath(path);
  const isNear = (await (await ownFolder(dataFolder)).holds(folder)) || isWithin(await realpath(dataFolder), folder);
  if (isNear) throw new Refusal('Conflict', reason('watch_own_folder'));
  return folder;
}

/**
 * Watches folders of this computer, as its owner asks on the command line: those that are not watched yet are added; without any,
 * none is watched any more. Refused like `folderToWatch`, and with Conflict when they are too many or in each other.
 */
export async function watchOnly(service: Service, paths: readonly string[]): Promise<void> {
  const { store, now, part } = service;
  const { tenant_id } = await ensureArchive(service);
  const folders: { watch_folder_id: string; folder: string }[] = [];
  for (const path of paths) folders.push({ watch_folder_id: randomUUID(), folder: await folderToWatch(service, path) });
  await store.write(addWatchFolders, { folders, tenant_id }, byEarshot(now()));
  await part(watchFolders).watchAll();
}

/** Turns all watch folders off, or on again: by the owner of the machine, who needs no user for it. */
export const turnWatching = ({ store, now }: Pick<Service, 'store' | 'now'>, isOn: boolean): Promise<void> =>
  store.write(switchWatching, { isOn }, byEarshot(now()));

/** The watch folders of this service. */
export const watchFolders: Part<WatchFolders> = (service, { onStart, onClose }) => {
  const watched = new WatchFolders(service);
  onStart(() => watched.watchAll());
  onClose(() => watched.close());
  return watched;
};
