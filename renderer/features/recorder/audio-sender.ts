import { isRefusal } from '../../api/refusal';

/** Why the service takes no more audio of a recording. */
export type Refused = 'closed' | 'disk_full' | 'refused' | 'out_of_reach';

type Options = {
  /** Sends bytes at an offset. Returns the next offset. */
  put: (offset: number, bytes: Uint8Array<ArrayBuffer>) => Promise<number>;
  onRefused: (why: Refused) => void;
  /** Time between two requests, and before a failed one is repeated. */
  waitMs?: number;
};

/** Half an hour in two channels at 8 kHz. A service that takes nothing for so long does not come back. */
const mostWaiting = 64 * 1024 * 1024;
const mostInOne = 1024 * 1024;

/** Sends the audio of a recording in order. After a failed request, it goes on where the service says. */
export class AudioSender {
  private offset = 0;
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private bytes = 0;
  private isRunning = false;
  private isOver = false;
  private isHurried = false;
  private wake: (() => void) | undefined;
  private readonly idle: (() => void)[] = [];

  constructor(private readonly options: Options) {}

  add(samples: Int16Array<ArrayBuffer>): void {
    if (this.isOver) return;
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    this.waiting.push(bytes);
    this.bytes += bytes.byteLength;
    if (this.bytes > mostWaiting) this.refuse('out_of_reach');
    else void this.run();
  }

  /** Drops what is not sent yet. */
  clear(): void {
    this.waiting = [];
    this.bytes = 0;
  }

  /** Resolves once everything is sent, or nothing more can be. Requests follow one another without waiting until then. */
  async sent(): Promise<void> {
    if (!this.isRunning) return;
    this.isHurried = true;
    this.wake?.();
    await new Promise<void>((resolve) => this.idle.push(resolve));
    this.isHurried = false;
  }

  /** Tells the service that this sender is still there. */
  async greet(): Promise<void> {
    if (!this.isRunning && !this.isOver) await this.options.put(this.offset, new Uint8Array()).catch(() => undefined);
  }

  /** Sends nothing more. */
  end(): void {
    this.isOver = true;
    this.clear();
    this.wake?.();
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.waiting.length > 0) {
      const hasFailed = !(await this.sendNext());
      if (this.waiting.length > 0 || !this.isHurried) await this.rest(hasFailed);
    }
    this.isRunning = false;
    for (const resolve of this.idle.splice(0)) resolve();
  }

  /** Sends as much as fits into one request. Returns whether the service took it. */
  private async sendNext(): Promise<boolean> {
    const body = joined(this.waiting, mostInOne);
    try {
      this.goOnAt(await this.options.put(this.offset, body));
      return true;
    } catch (error) {
      if (isRefusal(error, 409)) {
        const next = Number(error.details.offset?.text ?? Number.NaN);
        if (Number.isInteger(next)) this.goOnAt(next);
      } else if (isRefusal(error, 410)) this.refuse('closed');
      else if (isRefusal(error) && error.error === 'InsufficientStorage') this.refuse('disk_full');
      else if (isRefusal(error, 400, 401, 403, 404, 413)) this.refuse('refused');
      return false;
    }
  }

  /** Drops what the service has taken: all before this offset. */
  private goOnAt(next: number): void {
    let taken = next - this.offset;
    this.offset = next;
    while (taken > 0) {
      const [first] = this.waiting;
      if (!first) return;
      const part = Math.min(taken, first.byteLength);
      taken -= part;
      this.bytes -= part;
      if (part === first.byteLength) this.waiting.shift();
      else this.waiting[0] = first.subarray(part);
    }
  }

  private refuse(why: Refused): void {
    if (this.isOver) return;
    this.end();
    this.options.onRefused(why);
  }

  private async rest(hasFailed: boolean): Promise<void> {
    if (this.isOver || (this.isHurried && !hasFailed)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.options.waitMs ?? 200);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }
}

function joined(parts: readonly Uint8Array[], most: number): Uint8Array<ArrayBuffer> {
  let length = 0;
  let count = 0;
  for (const { byteLength } of parts) {
    if (count > 0 && length + byteLength > most) break;
    length += byteLength;
    count += 1;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts.slice(0, count)) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
