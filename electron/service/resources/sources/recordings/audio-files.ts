import { randomUUID } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import type { Frames, LiveSound } from '../../../audio/live/frames';
import { LiveFile } from '../../../audio/live/live-file';
import type { Service } from '../../../context';
import { logged } from '../../../log';
import { Refusal } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import { selectActiveKeys } from '../../keys/encrypt-keys';
import { beginFile, keepGap, type RecordingRow, type Sealed } from './queries';

/** The sound of a recording. */
export const soundOf = ({ format, sample_rate, channels }: RecordingRow): LiveSound => ({
  codec: format,
  sample_rate,
  channels,
});

/** The audio of one recording: a file for each stretch between pauses. One at a time is open. */
export class AudioFiles {
  /** False once a file could not be ended. */
  isWhole = true;
  /** `next` is the offset at which its next frame is expected. */
  private file: { id: string; live: LiveFile; next: number } | undefined;
  /** The file that has its end, while that is not stored. */
  private sealed: Sealed | undefined;
  private readonly logged: (cause: unknown) => void;

  constructor(
    private readonly service: Service,
    private readonly about: RecordingRow,
    /** The time within the recording. */
    private readonly at: () => number,
  ) {
    const { recording_id } = about;
    this.logged = logged(service.log, 'a file of a recording could not be ended', { recording_id });
  }

  /** Stores frames, in a new file if none is open. `onStored` is called after each. */
  async append(all: Frames[], onStored: (bytes: Buffer) => void): Promise<void> {
    const { store, now } = this.service;
    const { call_pk } = this.about;
    for (const { bytes, at } of all) {
      this.file ??= await this.begin(at);
      const { id: file_id, live, next } = this.file;
      // Stored before the frames after the gap, so that after a crash the sender need not send the gap again.
      if (at > next) await store.write(keepGap, { call_pk, file_id, bytes: at - next }, byEarshot(now()));
      await live.append(bytes);
      onStored(bytes);
      this.file.next = at + bytes.length;
    }
  }

  /**
   * Ends the open file and returns what has to be stored of it, again until `forget`. A file that cannot be ended is left
   * to be salvaged, after the end or at the next start.
   */
  async seal(): Promise<Sealed | undefined> {
    const { file } = this;
    this.file = undefined;
    if (!file) return this.sealed;
    try {
      this.sealed = { file_id: file.id, file: await file.live.seal() };
    } catch (cause) {
      this.logged(cause);
      this.isWhole = false;
      await file.live.leave().catch(this.logged);
    }
    return this.sealed;
  }

  /** The end of the last file is stored. */
  forget(): void {
    this.sealed = undefined;
  }

  private async begin(first_offset: number): Promise<NonNullable<typeof this.file>> {
    const { files, store, now } = this.service;
    const start_time = this.at();
    const { tenant_id, setup_time, call_pk, codec } = this.about;
    const sound = soundOf(this.about);
    const keys = await store.get(selectActiveKeys, { tenant_id });
    if (keys.length === 0) throw new Refusal('KeychainUnavailable', reason('no_active_key'));
    const live = await LiveFile.begin(files, { uuid: randomUUID(), setupMs: setup_time, keys, sound, codec });
    try {
      const paths = { temporary_path: live.temporaryPath, file_path: live.path };
      const fingerprints = keys.map(({ fingerprint }) => fingerprint);
      const file = { call_pk, ...paths, first_offset, fingerprints, start_time };
      return { id: await store.write(beginFile, file, byEarshot(now())), live, next: first_offset };
    } catch (cause) {
      await live.abort();
      throw cause;
    }
  }
}
