import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recording } from '@shared/contract/recordings';
import { inOrder } from '@shared/in-order';
import { reason } from '@shared/reasons/reasons';
import { type Framer, type Frames, framerOf } from '../../../audio/live/frames';
import { LivePicture } from '../../../audio/live/live-picture';
import type { Service } from '../../../context';
import { logged } from '../../../log';
import { isRefusal, Refusal } from '../../../refusal';
import { type By, byEarshot } from '../../../store/audit';
import { forgetDiscarded } from '../../calls/calls';
import { selectSettings } from '../../site/settings';
import { Attempts } from './attempts';
import { AudioFiles, soundOf } from './audio-files';
import type { LeftOff } from './left-off';
import { until } from './pieces';
import { endRecording, keepPlace, pauseRecording, type RecordingRow, resumeRecording } from './queries';
import type { EndedBy } from './reach.queries';

/** A recording whose sender is silent for this long is closed. */
const silenceMs = 10 * 60_000;
/** While paused, the place is stored each time this many bytes were dropped, so that they need not be sent again after a crash. */
const droppedBytes = 16 * 1024;
const maxTurns = 100;

/**
 * One open recording. A pause takes effect at once: bytes that arrived before it are kept, to the last whole frame, and
 * all later ones are dropped. Steps that store something run in order, one at a time.
 */
export class LiveRecording {
  status: Recording['status'];
  /** The number of bytes taken from the sender, dropped ones included. */
  offset: number;
  /** The name of the access token that sent last; null when the sender used none. */
  tool: string | null = null;
  /** Its waveform, which is only in memory. */
  readonly picture: LivePicture;
  private readonly framer: Framer;
  private readonly logged: (cause: unknown) => void;
  private readonly files: AudioFiles;
  private sender: AbortController | undefined;
  private readonly inOrder = inOrder();
  private stored: { status: Recording['status']; taken: number };
  private heardAt: number;
  /** When the pause ends by itself: as a time to show, and on the monotonic clock. */
  private resumeAt: { time: number; elapsed: number } | undefined;
  /** The author of a pause that has taken effect but is not stored yet, and when it did. */
  private pausedBy: { by: By; at: number } | undefined;
  /** How long that pause was asked to be, if it was. */
  private pauseSeconds: number | undefined;
  private ending: { ended_by: EndedBy; by: By; at: number } | undefined;
  private readonly attempts = new Attempts();

  /** The number of requested pauses. */
  private pauses = 0;
  private readonly began: { time: number; elapsed: number };

  /** `leftOff`: where an earlier run of Earshot left it; null once its sender has continued. */
  constructor(
    private readonly service: Service,
    readonly about: RecordingRow,
    public leftOff: LeftOff | null,
    private readonly onEnd: (isWhole: boolean) => void,
  ) {
    const { status, taken } = about;
    this.status = status;
    this.offset = taken;
    this.stored = { status, taken };
    this.framer = framerOf(soundOf(about), taken);
    const { recording_id } = about;
    this.picture = new LivePicture(
      soundOf(about),
      logged(service.log, 'a recording could not be drawn', { recording_id }),
    );
    this.logged = logged(service.log, 'a recording could not be stored', { recording_id });
    this.files = new AudioFiles(service, about, () => this.at());
    this.heardAt = service.elapsed();
    this.began = { time: service.now(), elapsed: this.heardAt };
  }

  /**
   * Takes the bytes of one request, and returns the next offset once they are stored. Refused with Conflict while another
   * sender is at work, or at another offset; with Gone when the recording is closed, also meanwhile; with InvalidRecord when
   * the bytes are not the announced sound: then those of this request that are not kept have to be sent again.
   */
  async receive(offset: number, pieces: AsyncIterable<Uint8Array>, tool: string | null = null): Promise<number> {
    this.mustGoOn();
    if (this.sender) throw new Refusal('Conflict', reason('recording_has_sender'));
    if (offset !== this.offset) {
      throw new Refusal('Conflict', reason('recording_offset', { offset: this.offset }), { offset: this.offset });
    }
    const stop = new AbortController();
    this.sender = stop;
    this.tool = tool;
    try {
      for await (const piece of until(stop.signal, pieces)) await this.take(piece, offset);
      if (stop.signal.aborted) this.mustGoOn();
      if (stop.signal.aborted) throw new Refusal('ServiceUnavailable', reason('recording_suspended'));
      return this.offset;
    } finally {
      await this.inOrder(() => this.keepDropped()).catch(this.logged);
      this.heardAt = this.service.elapsed();
      this.sender = undefined;
    }
  }

  /**
   * Pauses, for `seconds` if given, otherwise as long as the settings say. If it is paused already, only a
   * given length changes anything. A pause that could not be stored stays in effect, and is stored later.
   */
  async pause(by: By, seconds?: number): Promise<void> {
    // Now, not in order: nothing that arrives from here on is kept.
    this.stopTaking();
    const at = this.at();
    this.pauses += 1;
    await this.inOrder(async () => {
      this.stopTaking();
      if (this.stored.status === 'paused') {
        if (seconds !== undefined) this.resumeIn(seconds);
        return;
      }
      if (this.stored.status === 'recording') this.pausedBy ??= { by, at };
      this.pauseSeconds = seconds ?? this.pauseSeconds;
      await this.storePause();
    });
  }

  /**
   * The time within the recording, in ms: it goes on at the pace of a monotonic clock, so that a clock that is set makes
   * nothing longer or shorter.
   */
  at(): number {
    const { time, elapsed } = this.began;
    return Math.floor(time + this.service.elapsed() - elapsed);
  }

  /** Whether a request with its audio is open. */
  get isSending(): boolean {
    return this.sender !== undefined;
  }

  /** When the pause ends by itself, in ms; undefined if it does not. */
  get resumesAt(): number | undefined {
    return this.resumeAt?.time;
  }

  private resumeIn(seconds: number): void {
    const { now, elapsed } = this.service;
    const ms = seconds * 1000;
    this.resumeAt = seconds > 0 ? { time: now() + ms, elapsed: elapsed() + ms } : undefined;
  }

  /**
   * Resumes with the first whole frame that arrives from now on. Does nothing if it is not paused, or if another pause is
   * asked for before it takes effect.
   */
  async resume(by: By): Promise<void> {
    const { pauses } = this;
    await this.arrived();
    await this.inOrder(async () => {
      if (this.status !== 'paused' || this.pauses !== pauses) return;
      await this.storePause();
      const resuming = this.place('recording');
      await this.service.store.write(resumeRecording, resuming, by);
      this.stored = resuming;
      this.resumeAt = undefined;
      this.framer.restart(this.offset);
      if (this.pauses !== pauses) return;
      this.picture.resume(this.at());
      this.status = 'recording';
    });
  }

  /** Ends the recording. Its sender is refused. An end that could not be stored is stored later. */
  async end(ended_by: EndedBy, by: By): Promise<void> {
    this.status = 'closed';
    this.ending ??= { ended_by, by, at: this.at() };
    this.picture.end();
    const first = this.ending;
    this.sender?.abort();
    await this.inOrder(async () => {
      if (this.stored.status === 'closed') return;
      // Without it, the call lacks a mark of the pause, but no audio is in its place.
      await this.storePause().catch(this.logged);
      const sealed = await this.files.seal();
      const ending = { ...this.place('closed'), at: first.at, sealed, ended_by: first.ended_by, tool: this.tool };
      const { store, files } = this.service;
      const dropped = await store.write(endRecording, ending, first.by);
      this.isStored(ending);
      this.onEnd(this.files.isWhole);
      for (const path of dropped) await files.remove(path);
      if (dropped.length > 0) await store.write(forgetDiscarded, { paths: dropped }, first.by);
    });
  }

  /** Stores everything that was taken, because Earshot closes. The recording continues at the next start. */
  async suspend(): Promise<void> {
    this.sender?.abort();
    await this.inOrder(async () => {
      if (this.stored.status === 'closed') return;
      await this.storePause().catch(this.logged);
      // A pause stays in effect even if only its place can be stored.
      const status = this.pausedBy ? 'paused' : this.stored.status;
      const sealed = await this.files.seal();
      await this.keep({ ...this.place(status), sealed });
    });
  }

  /** Does what is due: the end after a long silence, the automatic end of a pause, and what could not be stored. */
  async tick(): Promise<void> {
    const due = this.due();
    if (due) await this.attempts.make(this.service.elapsed(), due);
  }

  private due(): (() => Promise<void>) | undefined {
    const by = byEarshot(this.service.now());
    const elapsed = this.service.elapsed();
    if (this.status === 'closed' || (this.sender === undefined && elapsed - this.heardAt >= silenceMs))
      return () => this.end('silence', by);
    if (this.pausedBy) return () => this.inOrder(() => this.storePause());
    if (this.resumeAt !== undefined && elapsed >= this.resumeAt.elapsed) return () => this.resumeItself(by);
    return undefined;
  }

  /** Ends a pause by itself. A recording that cannot continue stays paused until it is ended. */
  private async resumeItself(by: By): Promise<void> {
    try {
      await this.resume(by);
    } catch (cause) {
      if (!isRefusal(cause, 'Conflict')) throw cause;
      this.resumeAt = undefined;
      this.logged(cause);
    }
  }

  /**
   * Lets bytes arrive that had reached this computer before, so that the end of a pause does not keep what was said in it.
   * A sender that never stops is not waited for.
   */
  private async arrived(): Promise<void> {
    for (let turns = 0, quiet = 0; this.sender && quiet < 3 && turns < maxTurns; turns += 1) {
      const { offset } = this;
      await nextTurn();
      quiet = this.offset === offset ? quiet + 1 : 0;
    }
  }

  private mustGoOn(): void {
    if (this.status === 'closed') throw new Refusal('Gone', reason('recording_closed'));
  }

  private stopTaking(): void {
    if (this.status !== 'recording') return;
    this.status = 'paused';
    this.picture.pause(this.at());
  }

  private async take(piece: Uint8Array, requestFrom: number): Promise<void> {
    this.mustGoOn();
    const before = this.offset;
    this.offset += piece.byteLength;
    this.leftOff = null;
    this.heardAt = this.service.elapsed();
    if (this.status === 'paused') {
      if (this.offset - this.stored.taken >= droppedBytes) await this.inOrder(() => this.keepDropped());
      return;
    }
    const frames = this.cut(piece, requestFrom);
    if (frames.length === 0) return;
    try {
      await this.inOrder(() => this.files.append(frames, (bytes) => this.picture.hear(bytes)));
    } catch (cause) {
      const isFull = isRefusal(cause, 'InsufficientStorage');
      if (!isFull) this.logged(cause);
      this.offset = before;
      await this.end(isFull ? 'disk_full' : 'fault', byEarshot(this.service.now()));
      throw cause;
    }
  }

  private cut(piece: Uint8Array, requestFrom: number): Frames[] {
    try {
      return this.framer.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    } catch (cause) {
      this.offset = Math.max(requestFrom, this.framer.soughtFrom ?? 0);
      this.framer.restart(this.offset);
      throw cause;
    }
  }

  /** Stores the pause that is not stored yet, as of the time at which it took effect. */
  private async storePause(): Promise<void> {
    if (!this.pausedBy) return;
    const { by, at } = this.pausedBy;
    const { store } = this.service;
    const { auto_resume_seconds } = await store.get(selectSettings, undefined);
    const sealed = await this.files.seal();
    const ending = { ...this.place('paused'), at, sealed };
    await store.write(pauseRecording, ending, by);
    this.isStored(ending);
    this.resumeIn(this.pauseSeconds ?? auto_resume_seconds);
    this.pauseSeconds = undefined;
  }

  private isStored(place: { status: Recording['status']; taken: number }): void {
    this.stored = place;
    this.files.forget();
    this.pausedBy = undefined;
  }

  /** The place up to which everything is stored or dropped, once the open file is sealed. */
  private place<S extends Recording['status']>(status: S) {
    // An incomplete frame is neither stored nor dropped while the recording is open.
    const taken = status === 'recording' && this.status === 'recording' ? this.framer.settled : this.offset;
    const { recording_id } = this.about;
    return { recording_id, status, taken: Math.min(taken, this.offset), at: this.at() };
  }

  /** Stores how much of a pause was dropped. */
  private async keepDropped(): Promise<void> {
    if (this.stored.status !== 'paused' || this.status !== 'paused' || this.offset === this.stored.taken) return;
    await this.keep({ ...this.place('paused'), sealed: undefined });
  }

  private async keep(place: Parameters<typeof keepPlace.change>[1]): Promise<void> {
    const { store, now } = this.service;
    await store.write(keepPlace, place, byEarshot(now()));
    this.isStored(place);
  }
}
