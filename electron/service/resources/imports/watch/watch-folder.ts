import { basename, dirname, extname, join } from 'node:path';
import type { Part, Service } from '../../../context';
import { faultOf } from '../../../log';
import { Refusal } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import { readSetting } from '../../../store/setting';
import { ensureArchive } from '../../setup';
import { sourceKey } from '../origin';
import { runningImports } from '../running';
import { recordTaken, selectTaken, storeWatchFolder } from './queries';
import { cutOffMs, Settled } from './settled';
import { findCutOff, lookAtFolder, type Watched } from './watch-job';

const everyMs = 1_000;
/** A look at a large folder takes long: at most this part of the time is spent looking. */
const share = 10;
/** Files of one import, so that the first of many calls appear soon. */
const mostAtOnce = 500;

/** Imports what another recorder writes into a folder. */
class WatchFolder {
  private readonly settled = new Settled();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private isClosing = false;
  private stop: () => void = () => undefined;
  /** An import that is running then ends with the other imports. */
  private readonly closing = new Promise<void>((resolve) => {
    this.stop = resolve;
  });

  constructor(private readonly service: Service) {}

  /** Looks now, and from then on again and again. */
  begin(): void {
    if (this.isClosing) return;
    const began = performance.now();
    this.looking = this.look()
      .catch((cause: unknown) => {
        // A folder on a drive that is not there may come back.
        if (!(cause instanceof Refusal)) this.service.log(faultOf(cause), 'the watched folder could not be read');
      })
      .finally(() => {
        const waitMs = Math.max(everyMs, share * (performance.now() - began));
        if (!this.isClosing) this.timer = setTimeout(() => this.begin(), waitMs).unref();
      });
  }

  async close(): Promise<void> {
    this.isClosing = true;
    this.stop();
    clearTimeout(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    const { store, jobs, dataFolder, now, part } = this.service;
    const folder = await store.get(readSetting, { name: 'watch_folder' });
    if (typeof folder !== 'string' || folder === '') return;
    const files = await jobs.run(lookAtFolder, { folder, dataFolder });
    this.settled.look(files, now());
    const complete = await this.whole(await this.untaken(this.settled.complete(files, now())));
    const taken = complete.slice(0, mostAtOnce);
    if (taken.length === 0 || this.isClosing) return;
    const { tenant_id } = await ensureArchive(this.service);
    const { ended } = await part(runningImports).begin({
      ...{ tenant_id, user_id: null, name: basename(folder), timezone: this.service.timezone, mapping: {} },
      ...{
        paths: [...taken, ...recordsFor(taken, files)].map(({ path }) => path),
        create_missing: false,
        metadata_only: false,
      },
    });
    const rows = taken.map(({ path, version }) => ({ source_key: sourceKey({ path }), version }));
    await store.write(recordTaken, { files: rows }, byEarshot(now()));
    await Promise.race([ended, this.closing]);
  }

  /** The files that were not imported in this version. */
  private async untaken(files: Watched[]): Promise<Watched[]> {
    const keys = files.map(({ path }) => sourceKey({ path }));
    const known = await this.service.store.get(selectTaken, { keys });
    const versions = new Map(known.map(({ source_key, version }) => [source_key, version]));
    return files.filter(({ path, version }) => versions.get(sourceKey({ path })) !== version);
  }

  /** Without recordings that end too early, unless they have not grown for a long time. */
  private async whole(files: Watched[]): Promise<Watched[]> {
    const { jobs, now } = this.service;
    const young = files.filter(({ path }) => this.settled.quiet(path, now()) < cutOffMs);
    const cut = new Set(await jobs.run(findCutOff, { paths: young.map(({ path }) => path) }));
    return files.filter(({ path }) => !cut.has(path));
  }
}

/** Call details with the name of one of these recordings, and those that are not named like any recording. */
function recordsFor(taken: Watched[], files: Watched[]): Watched[] {
  const stemOf = ({ path }: Watched) => join(dirname(path), basename(path, extname(path)));
  const others = new Set(files.filter(({ kind }) => kind === 'audio').map(stemOf));
  for (const one of taken) others.delete(stemOf(one));
  return files.filter((file) => file.kind === 'records' && !others.has(stemOf(file)));
}

/** Sets the folder to watch; none if it is empty. By the window or the command line, because HTTP never carries a path. */
export async function setWatchFolder({ store, now }: Service, folder: string): Promise<void> {
  await store.write(storeWatchFolder, { folder }, byEarshot(now()));
}

/** The watched folder of this service, if there is one. */
export const watchFolder: Part<void> = (service, { onStart, onClose }) => {
  const watched = new WatchFolder(service);
  onStart(async () => watched.begin());
  onClose(() => watched.close());
};
