/** Samples as they were captured: `at` is the frame at which they begin, counted from the start of the capture. */
export type Block = { at: number; frames: number; samples: Int16Array<ArrayBuffer>; peaks: number[] };

/**
 * Drops what was captured in a pause, to the frame. Blocks arrive later than they were captured, so a pause is an
 * interval of frames, not a time at which blocks are ignored.
 */
export class Pauses {
  private spans: { from: number; to: number }[] = [];

  constructor(private readonly channels: number) {}

  /** From this frame on, nothing is kept. */
  begin(frame: number): void {
    if (this.spans.at(-1)?.to === Number.POSITIVE_INFINITY) return;
    this.spans.push({ from: frame, to: Number.POSITIVE_INFINITY });
  }

  /** From this frame on, everything is kept again. */
  end(frame: number): void {
    const last = this.spans.at(-1);
    if (last?.to === Number.POSITIVE_INFINITY) last.to = Math.max(last.from, frame);
  }

  /** The samples of a block outside of every pause, in order. Blocks have to come in order. */
  kept({ at, frames, samples }: Block): Int16Array<ArrayBuffer>[] {
    this.spans = this.spans.filter(({ to }) => to > at);
    const end = at + frames;
    const parts: Int16Array<ArrayBuffer>[] = [];
    let from = at;
    for (const span of [...this.spans, { from: end, to: end }]) {
      const until = Math.min(span.from, end);
      if (until > from) parts.push(samples.slice((from - at) * this.channels, (until - at) * this.channels));
      from = Math.max(from, Math.min(span.to, end));
    }
    return parts;
  }
}
