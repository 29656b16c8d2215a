import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../../access/actor';
import type { ByteSource } from '../../../../audio/byte-source';
import { finishedLength, unfinishedLength } from '../../../../audio/container/reader';
import { bytesEncodedIn } from '../../../../audio/live/mp3-encoder';
import type { Part, Service } from '../../../../context';
import { discardingRefused, discardingUnfinished } from '../../../../jobs/discarding';
import { notWanted } from '../../../../jobs/task';
import { faultOf } from '../../../../log';
import { isRefusal } from '../../../../refusal';
import { byEarshot } from '../../../../store/audit';
import { audioOpener, delivery, withPeaks } from '../../../calls/calls';
import { selectActiveKeys } from '../../../keys/encrypt-keys';
import { type CutFile, keepLeft, selectCutFiles, storeSalvaged } from './queries';
import { salvageFile } from './salvage-job';

/** A file of which it is known how much is left. */
type MeasuredFile = CutFile & { left_bytes: number };
type Holder = Pick<Actor, 'user_id' | 'private_key'>;
/** Opens application keys only. */
const earshot: Holder = { user_id: '' };

/**
 * Files that a crash or a full disk left without an end. What is on disk decides where their sender has to continue, so
 * it is determined at the start. They become files of their calls again once a key opens them: usually at once, but
 * a key in user mode only when someone who holds it plays the call.
 */
export class Salvage {
  /** Those under way, for `close`. */
  private readonly passes = new Set<Promise<void>>();
  /** The last salvage of each file that is under way, by its temporary path. */
  private readonly running = new Map<string, Promise<void>>();
  /** The calls that have such files. */
  private readonly pending = new Set<string>();
  /** Files of which this start could not store how much is left, and where their senders have to continue. */
  private readonly unstored = new Map<string, { recording_id: string; taken: number }>();
  private isClosing = false;

  constructor(private readonly service: Service) {}

  /** Salvages the files of recordings that have ended since the start. */
  async ofEnded(): Promise<void> {
    for (const file of await this.service.store.get(selectCutFiles, undefined)) {
      if (file.status === 'closed' || this.unstored.has(file.temporary_path)) await this.measure(file);
    }
    await this.salvage();
  }

  /** Whether something is left to do once the disk has space. */
  get isBehind(): boolean {
    return this.unstored.size > 0;
  }

  /** Where the sender of a recording has to continue, if that could not be stored; otherwise 0. */
  takenOf(recording_id: string): number {
    const own = [...this.unstored.values()].filter((one) => one.recording_id === recording_id);
    return Math.max(0, ...own.map(({ taken }) => taken));
  }

  /** Determines what is left of each file, at the start. Without space to store it, this is made up for later. */
  async measureAll(): Promise<void> {
    for (const file of await this.service.store.get(selectCutFiles, undefined)) {
      await this.measure(file).catch((cause: unknown) => {
        if (!isRefusal(cause, 'InsufficientStorage')) throw cause;
      });
    }
  }

  /** Determines what is left of a file that nobody writes to. */
  private async measure(file: CutFile): Promise<void> {
    const { recording_id, call_id, call_pk, file_id, first_offset, temporary_path } = file;
    if (file.left_bytes !== null) {
      this.pending.add(call_id);
      return;
    }
    const left_bytes = await this.left(file);
    const taken = first_offset + (file.codec === file.format ? left_bytes : bytesEncodedIn(left_bytes, file));
    this.unstored.set(temporary_path, { recording_id, taken });
    const { store, now } = this.service;
    await store.write(keepLeft, { recording_id, call_pk, file_id, left_bytes, taken }, byEarshot(now()));
    this.unstored.delete(temporary_path);
    if (left_bytes > 0) this.pending.add(call_id);
    else await this.remove(file);
  }

  /** Salvages the files of a call for someone who plays it. This does not wait for those of other calls. */
  async forListener(call_id: string, holder: Holder): Promise<void> {
    if (this.pending.has(call_id)) await this.salvage(holder, call_id);
  }

  /** Salvages the files that these keys open, of one call or of all. */
  async salvage(holder: Holder = earshot, call_id?: string): Promise<void> {
    const pass = this.each(holder, call_id).finally(() => this.passes.delete(pass));
    this.passes.add(pass);
    await pass;
  }

  /** Does not wait until files are salvaged. The next start does that. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.service.jobs.cancel(salvageFile.name);
    await Promise.allSettled(this.passes);
  }

  private async each(holder: Holder, call_id: string | undefined): Promise<void> {
    for (const file of await this.cutFiles()) {
      if (this.isClosing) return;
      if (call_id !== undefined && file.call_id !== call_id) continue;
      await this.alone(file, holder).catch((cause: unknown) => {
        // Without its key or without space, it stays as it is.
        if (!isRefusal(cause)) this.service.log(faultOf(cause), 'a recording could not be salvaged');
      });
    }
    const left = new Set((await this.cutFiles()).map((file) => file.call_id));
    for (const call of this.pending) if (!left.has(call)) this.pending.delete(call);
  }

  /** Salvages a file. Waits for another attempt at the same file, and does nothing if that succeeded. */
  private async alone(file: MeasuredFile, holder: Holder): Promise<void> {
    const { running } = this;
    const { temporary_path } = file;
    const before = running.get(temporary_path) ?? Promise.resolve();
    const salvaging = before
      .catch(() => undefined)
      .then(async () => {
        const isCut = (await this.cutFiles()).some((one) => one.temporary_path === temporary_path);
        if (isCut) await this.one(file, holder);
      });
    running.set(temporary_path, salvaging);
    try {
      await salvaging;
    } finally {
      if (running.get(temporary_path) === salvaging) running.delete(temporary_path);
    }
  }

  /** The files whose remains are known. */
  private async cutFiles(): Promise<MeasuredFile[]> {
    const isMeasured = (file: CutFile): file is MeasuredFile => file.left_bytes !== null;
    return (await this.service.store.get(selectCutFiles, undefined)).filter(isMeasured);
  }

  private async one(file: MeasuredFile, holder: Holder): Promise<void> {
    const { store, jobs, archive, files, now, part } = this.service;
    const { call_pk, call_id, file_id, temporary_path, tenant_id, setup_time, left_bytes } = file;
    const { codec, sample_rate, channels } = file;
    const path = (await this.place(file)) ?? file.file_path;
    const keys = await store.get(selectActiveKeys, { tenant_id });
    const { data_key } = await part(audioOpener).dataKey(path, holder);
    const uuid = randomUUID();
    const sound = { codec, sample_rate, channels };
    const discard = async () => {
      await files.discard({ uuid, setupMs: setup_time });
      await files.discard({ uuid, setupMs: setup_time, suffix: '.peaks' });
    };
    try {
      const given = { archive, path, uuid, left_bytes, data_key, keys, sound, setupMs: setup_time };
      const salvaged = await discardingUnfinished(discard, () =>
        this.isClosing ? Promise.reject(notWanted()) : jobs.run(salvageFile, given, salvageFile.name),
      );
      const stored = { call_pk, call_id, temporary_path, left_bytes, file_id, file: salvaged };
      await discardingRefused(discard, () => store.write(storeSalvaged, stored, byEarshot(now())));
    } finally {
      data_key.fill(0);
    }
    // It is salvaged, also if what it was made from stays for now.
    await this.remove(file).catch((cause: unknown) => this.service.log(faultOf(cause), 'a file was left behind'));
  }

  /** The plain bytes of a file. One that was finished but not stored as such is whole. */
  private async left(file: CutFile): Promise<number> {
    const path = await this.place(file);
    if (path === undefined) return 0;
    const source = await this.service.files.open(path);
    try {
      return path === file.file_path ? await finishedLength(source) : await unfinishedLength(source);
    } catch (cause) {
      // Cut off within its header.
      if (isRefusal(cause)) return 0;
      throw cause;
    } finally {
      await source.close();
    }
  }

  private async place({ temporary_path, file_path }: CutFile): Promise<string | undefined> {
    for (const path of [temporary_path, file_path]) {
      const source = await this.service.files.open(path).catch(unlessMissing);
      if (!source) continue;
      await source.close();
      return path;
    }
    return undefined;
  }

  /** Removes a file, and its waveform if the crash came between the two. */
  private async remove({ temporary_path, file_path }: CutFile): Promise<void> {
    for (const path of [temporary_path, file_path].flatMap(withPeaks)) await this.service.files.remove(path);
  }
}

function unlessMissing(cause: unknown): ByteSource | undefined {
  if (isRefusal(cause, 'NotFound')) return undefined;
  throw cause;
}

/** The remains of recordings after a crash. Measured before anything else, salvaged in the background. */
export const salvage: Part<Salvage> = (service, { onRecover, onStart, onClose }) => {
  const all = new Salvage(service);
  service.part(delivery).onFiles((call_id, holder) => all.forListener(call_id, holder));
  onRecover(() => all.measureAll());
  // Not awaited, because the keychain may take long.
  onStart(
    async () => void all.salvage().catch((cause: unknown) => service.log(faultOf(cause), 'salvaging ended early')),
  );
  onClose(() => all.close());
  return all;
};
