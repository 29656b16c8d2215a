import { join } from 'node:path';
import { minuteMs } from '@shared/duration';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../../../context';
import { faultOf } from '../../../../log';
import { isRefusal } from '../../../../refusal';
import { byEarshot } from '../../../../store/audit';
import { audioOpener, selectCopies } from '../../../calls/calls';
import type { How } from '../reading/plan';
import type { WatchedFolder } from './queries';
import { compareCopy, hashSource, type Removed, recordingsOf, removeSources } from './removal-job';
import type { Watched } from './watch-job';
import {
  beginRemoving,
  endRemoving,
  type Leaving,
  type Left,
  selectLeaving,
  selectRead,
  selectRemoved,
} from './watched.queries';

const atOnce = 50;
/** Without the keychain, stored copies are tried again after this time. */
const retryMs = 5 * minuteMs;
/** Earshot itself holds no key of a person. */
const nobody = { user_id: '', private_key: undefined };

/** The recordings that a file is about, each as the keys that it may have; null: it stays. */
type About = { version: string; keys: string[][] | null };

/** The files of a folder, and those of them that have not changed for a while. */
type Listed = { files: readonly Watched[]; quiet: readonly Watched[] };

/**
 * Moves or deletes what was imported from one watch folder. A recording goes only after its stored copy was opened and compared
 * with it, call details only once they were read. That it is about to go is stored before, and that it went after.
 */
export class Removal {
  private readonly companions = new Map<string, About>();
  private notBefore = 0;

  constructor(
    private readonly service: Service,
    /** Runs work that ends when the service does. */
    private readonly run: <T>(work: () => Promise<T>) => Promise<T>,
  ) {}

  /** Removes what is to go of what is in the folder now. */
  async turn(watched: WatchedFolder, listed: Listed, how: () => Promise<How>): Promise<void> {
    const { store, elapsed } = this.service;
    if (watched.afterwards === 'keep' || elapsed() < this.notBefore) return;
    const gone = new Set<string>();
    for (;;) {
      const leaving = await store.read(selectLeaving, { watch_folder_id: watched.watch_folder_id, limit: atOnce });
      if (leaving.length > 0) for (const key of await this.remove(watched, leaving)) gone.add(key);
      if (leaving.length < atOnce || elapsed() < this.notBefore) break;
    }
    await this.follow(watched, listed, gone, how);
  }

  /** Those of these call details that are about one of the recordings with which they are read. */
  async readFor(taken: readonly Watched[], records: readonly Watched[], how: () => Promise<How>): Promise<Watched[]> {
    const all = records.filter(isFollower);
    await this.learn(all, how);
    const keys = new Set(taken.map(({ source_key }) => source_key));
    return all.filter(({ path }) =>
      this.companions
        .get(path)
        ?.keys?.flat()
        .some((key) => keys.has(key)),
    );
  }

  /** Finds out which recordings these files are about, and returns of how many this was not known. */
  private async learn(files: readonly Watched[], how: () => Promise<How>): Promise<number> {
    const fresh = files.filter(({ path, version }) => this.companions.get(path)?.version !== version);
    if (fresh.length === 0) return 0;
    const given = { paths: fresh.map(({ path }) => path), how: await how() };
    const about = await this.run(() => this.service.jobs.run(recordingsOf, given));
    for (const [n, { path, version }] of fresh.entries())
      this.companions.set(path, { version, keys: about[n] ?? null });
    return fresh.length;
  }

  /** Returns the keys of the sources that went. */
  private async remove(watched: WatchedFolder, leaving: Leaving[]): Promise<string[]> {
    const { store, now, elapsed } = this.service;
    const ended: Left[] = [];
    const ready: Leaving[] = [];
    for (const file of leaving) {
      const found = await this.check(watched, file);
      if (found === 'later') {
        this.notBefore = elapsed() + retryMs;
        break;
      }
      if (found === 'same') ready.push(file);
      else ended.push({ file, how: found });
    }
    await store.write(beginRemoving, { keys: ready.map(({ source_key }) => source_key) }, byEarshot(now()));
    const removed = await this.take(watched, ready);
    for (const [n, file] of ready.entries()) ended.push({ file, how: outcomeOf(removed[n]) });
    await store.write(endRemoving, { files: ended }, byEarshot(now()));
    return ended.flatMap(({ file, how }) => (how === 'moved' || how === 'deleted' ? [file.source_key] : []));
  }

  private take({ folder, afterwards, done_folder }: WatchedFolder, files: Pick<Leaving, 'name' | 'version'>[]) {
    const done = afterwards === 'delete' ? null : done_folder;
    const given = files.map(({ name, version }) => ({ name, version, path: join(folder, name) }));
    return this.run(() => this.service.jobs.run(removeSources, { folder, done, files: given }));
  }

  /** Whether a source is the same as its stored copy, or what became of it. `later`: the keychain is locked. */
  private async check({ folder, afterwards }: WatchedFolder, file: Leaving): Promise<Left['how'] | 'same' | 'later'> {
    const { jobs, store, archive, part, log } = this.service;
    try {
      const path = join(folder, file.name);
      const source = await this.run(() => jobs.run(hashSource, { path, version: file.version }));
      if (source === 'changed') return reason('kept_changed');
      // A crash came after it went, and before that was stored.
      if (source === 'gone') return file.source === null ? null : afterwards === 'delete' ? 'deleted' : 'moved';
      const copies = file.call_id === null ? [] : await store.get(selectCopies, { call_id: file.call_id });
      const copy = copies.find(({ watermark }) => watermark === source.sha256);
      if (!copy) return reason(copies.length > 0 ? 'kept_changed' : 'kept_error');
      const { file_path, encrypt_tag: tag } = copy;
      const { data_key } = await part(audioOpener).dataKey(file_path, nobody);
      const stored = { archive, path: file_path, tag, data_key, sha256: source.sha256 };
      const isSame = await this.run(() => jobs.run(compareCopy, stored)).finally(() => data_key.fill(0));
      return isSame ? 'same' : reason('kept_error');
    } catch (cause) {
      if (isRefusal(cause, 'KeychainUnavailable')) return 'later';
      if (isRefusal(cause, 'PermissionError')) return reason('kept_unverified');
      // The service ends.
      if (isRefusal(cause, 'Conflict')) throw cause;
      log(faultOf(cause), 'an imported file was kept');
      return reason('kept_error');
    }
  }

  /**
   * Call details and transcripts follow when all their recordings went; `gone` are those of this turn. Call details that came
   * too late to be read stay, and a transcript, of which there is no copy, is never deleted. Without anything new, none can
   * follow that did not before.
   */
  private async follow(
    watched: WatchedFolder,
    { files, quiet }: Listed,
    gone: ReadonlySet<string>,
    how: () => Promise<How>,
  ): Promise<void> {
    const { store, now } = this.service;
    const all = quiet.filter((file) => (file.kind === 'transcript' ? watched.afterwards === 'move' : isFollower(file)));
    const there = new Set(files.map(({ path }) => path));
    for (const path of this.companions.keys()) if (!there.has(path)) this.companions.delete(path);
    const fresh = await this.learn(all, how);
    if (fresh + gone.size === 0) return;
    const isPresent = ({ kind, source_key }: Watched) => kind === 'audio' && !gone.has(source_key);
    const present = new Set(files.filter(isPresent).map(({ source_key }) => source_key));
    const wanted = all.filter(({ path }) => {
      const keys = this.companions.get(path)?.keys;
      return keys?.every((some) => !some.some((key) => present.has(key)));
    });
    const keysOf = ({ path }: Watched) => this.companions.get(path)?.keys ?? [];
    const removed = await store.read(selectRemoved, { keys: wanted.flatMap((file) => keysOf(file).flat()) });
    const imports = new Map(removed.map(({ source_key, import_id }) => [source_key, import_id]));
    const read = new Set(
      await store.read(selectRead, { files: wanted.map(({ source_key, version }) => ({ source_key, version })) }),
    );
    const known = wanted.filter(({ kind, source_key }) => kind === 'transcript' || read.has(source_key));
    const going = known.flatMap((file) => {
      const went = keysOf(file).map((some) => some.find((key) => imports.has(key)));
      const import_id = imports.get(went[0] ?? '');
      return went.every(Boolean) && import_id ? [{ file, import_id }] : [];
    });
    if (going.length === 0) return;
    const results = await this.take(
      watched,
      going.map(({ file }) => file),
    );
    const ended = going.flatMap(({ file: { name, version, source_key }, import_id }, n) => {
      const how = outcomeOf(results[n]);
      const file = { name, version, source_key, import_id, call_id: null, source: null };
      return how === 'moved' || how === 'deleted' ? [{ file, how }] : [];
    });
    await store.write(endRemoving, { files: ended }, byEarshot(now()));
  }
}

/** Call details that are about some recordings. A table stays: more rows may come. */
const isFollower = ({ kind, path }: Watched): boolean => kind === 'records' && !/\.[ct]sv$/i.test(path);

/** What is stored of a source that was to go. */
function outcomeOf(removed: Removed | undefined): Left['how'] {
  if (removed === 'changed') return reason('kept_changed');
  if (removed === 'gone') return null;
  return removed === undefined || removed === 'error' ? reason('kept_error') : removed;
}
