import type { Mark } from './contract/recordings';

/** The time that a bar stands for. */
export const barMs = 300;
/** A minute and a half. Older marks have left the picture. */
const most = 300;

/** The last moments of a recording as bars. */
export class Trace {
  private marks: readonly Mark[] = [];
  private frames = 0;
  private peaks: number[] = [];

  constructor(private readonly rate: number) {}

  /**
   * Adds the peaks of a number of frames. Those that arrive in a pause were captured before it, and are drawn with the first
   * ones after it, so that the bars keep in step with the time.
   */
  add(frames: number, peaks: readonly number[], inPause = false): void {
    this.peaks = peaks.map((peak, channel) => Math.max(peak, this.peaks[channel] ?? 0));
    this.frames += frames;
    if (inPause) return;
    const whole = (barMs * this.rate) / 1000;
    const { peaks: drawn } = this;
    for (; this.frames >= whole; this.frames -= whole) {
      this.push({ peaks: drawn });
      this.peaks = [];
    }
  }

  /** Adds a pause that has begun, or sets the length of the current one, in whole seconds. */
  pause(lengthMs: number): void {
    const paused_ms = Math.floor(lengthMs / 1000) * 1000;
    const last = this.marks.at(-1);
    // The same marks are not drawn again.
    if (last && 'paused_ms' in last && last.paused_ms === paused_ms) return;
    if (last && 'paused_ms' in last) this.marks = [...this.marks.slice(0, -1), { paused_ms }];
    else this.push({ paused_ms });
  }

  get all(): readonly Mark[] {
    return this.marks;
  }

  private push(mark: Mark): void {
    this.marks = [...this.marks, mark].slice(-most);
  }
}
