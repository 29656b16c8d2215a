import type { Mark } from '@shared/contract/recordings';
import { inOrder } from '@shared/in-order';
import { Trace } from '@shared/recording-trace';
import { soundDecoder } from '../sound-decoder';
import type { LiveSound } from './frames';

/** Peaks are taken of slices this long, so that a long piece of audio has the bars that short ones have. */
const slicesPerSecond = 50;
const loudest = 32_768;

/** The waveform of a live recording: its last minute and a half as bars, without what is said in a pause. */
export class LivePicture {
  private readonly trace: Trace;
  private readonly decoder: ReturnType<typeof soundDecoder>;
  private readonly inOrder = inOrder();
  private hasFailed = false;
  private isOver = false;
  private pausedAt: number | undefined;

  /** `onFault` hears of the first failure. Those that follow from it are as many as the pieces of sound. */
  constructor(
    sound: LiveSound,
    private readonly onFault: (cause: unknown) => void,
  ) {
    const whole = { ...sound, data_offset: 0, data_length: Number.POSITIVE_INFINITY };
    const slice = Math.ceil(sound.sample_rate / slicesPerSecond);
    this.trace = new Trace(sound.sample_rate);
    this.decoder = soundDecoder(whole, (block) => this.draw(block, slice));
  }

  /** Adds frames that are kept. The bytes are read later, so they must not change. */
  hear(frames: Buffer): void {
    if (!this.isOver) this.attempt(() => this.decoder.push(frames));
  }

  pause(now: number): void {
    this.pausedAt ??= now;
  }

  /** Marks the pause that ends. */
  resume(now: number): void {
    this.markPause(now);
    this.pausedAt = undefined;
  }

  /** The marks up to now, oldest first. */
  marksAt(now: number): readonly Mark[] {
    this.markPause(now);
    return this.trace.all;
  }

  /** Releases the decoder. Frames that arrive later are not drawn. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.attempt(() => this.decoder.finish());
  }

  private markPause(now: number): void {
    if (this.pausedAt !== undefined) this.trace.pause(now - this.pausedAt);
  }

  private draw(block: Int16Array[], slice: number): void {
    const samples = block[0]?.length ?? 0;
    for (let from = 0; from < samples; from += slice) {
      const to = Math.min(samples, from + slice);
      const peaks = block.map((channel) => peakOf(channel, from, to));
      // Frames that arrive in a pause were heard before it.
      this.trace.add(to - from, peaks, this.pausedAt !== undefined);
    }
  }

  /** A picture that cannot be drawn must not end the recording. */
  private attempt(work: () => Promise<unknown>): void {
    this.inOrder(work).catch((cause: unknown) => {
      if (!this.hasFailed) this.onFault(cause);
      this.hasFailed = true;
    });
  }
}

function peakOf(channel: Int16Array, from: number, to: number): number {
  let most = 0;
  for (let at = from; at < to; at += 1) most = Math.max(most, Math.abs(channel[at] as number));
  return Math.round((most / loudest) * 1000) / 1000;
}
