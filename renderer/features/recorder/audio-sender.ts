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

/** Half an hour in two channels at 8 kHz. A service that takes nothing for this long does not come back. */
const maxWaitingBytes = 64 * 1024 * 1024;
const maxRequestBytes = 1024 * 1024;

/** Sends the audio of a recording in order. After a failed request, it continues where the service says. */
export class AudioSender {
  private offset = 0;
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private bytes = 0;
  /** The bytes that the request under way sends, which are not among the waiting ones. */
  private sending: { rest: Uint8Array<ArrayBuffer>; isDropped: boolean } | undefined;
  /** The number of waiting bytes that were sent but not answered: the service may have taken them. */
  private unanswered = 0;
  /** The number of dropped bytes that the service may have taken. They are not to be mistaken for the waiting ones. */
  private perhapsTaken = 0;
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
    if (this.bytes > maxWaitingBytes) this.refuse('out_of_reach');
    else void this.run();
  }

  /** Drops what is not sent yet. */
  clear(): void {
    this.waiting = [];
    this.bytes = 0;
    if (this.sending) this.sending.isDropped = true;
    this.perhapsTaken = Math.max(this.perhapsTaken, this.unanswered);
    this.unanswered = 0;
  }

  /** Resolves once everything is sent, or nothing more can be. Requests follow one another without waiting until then. */
  async sent(): Promise<void> {
    if (!this.isRunning) return;
    this.isHurried = true;
    this.wake?.();
    await new Promise<void>((resolve) => this.idle.push(resolve));
    this.isHurried = false;
  }

  /** Whether there is audio that the service has not taken. */
  get hasUnsent(): boolean {
    return this.bytes > 0 || (this.sending?.rest.byteLength ?? 0) > 0;
  }

  /** Sends an empty piece, so that the service does not close the recording for silence. */
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
    const sending = { rest: this.next(), isDropped: false };
    this.sending = sending;
    let isAnswered = true;
    try {
      const next = await this.options.put(this.offset, sending.rest);
      this.perhapsTaken = 0;
      this.goOnAt(next);
      return true;
    } catch (error) {
      const next = isRefusal(error, 409) ? Number(error.details.offset?.text ?? Number.NaN) : Number.NaN;
      isAnswered = Number.isInteger(next);
      if (isAnswered) this.goOnAt(next);
      else if (isRefusal(error, 410)) this.refuse('closed');
      else if (isRefusal(error) && error.error === 'InsufficientStorage') this.refuse('disk_full');
      else if (isRefusal(error, 400, 401, 403, 404, 413)) this.refuse('refused');
      return false;
    } finally {
      this.sending = undefined;
      this.putBack(sending, isAnswered);
    }
  }

  /** Takes the next bytes out of those that wait. */
  private next(): Uint8Array<ArrayBuffer> {
    const body = joined(this.waiting, maxRequestBytes);
    this.bytes -= body.byteLength;
    for (let left = body.byteLength; left > 0; ) left -= this.waiting.shift()?.byteLength ?? left;
    return body;
  }

  /** The service has taken all before this offset. */
  private goOnAt(next: number): void {
    const taken = next - this.offset - this.perhapsTaken;
    this.offset = next;
    this.perhapsTaken = 0;
    if (this.sending && taken > 0) this.sending.rest = this.sending.rest.subarray(taken);
  }

  /** Lets wait again what was not taken, unless it was dropped meanwhile. */
  private putBack(
    { rest, isDropped }: { rest: Uint8Array<ArrayBuffer>; isDropped: boolean },
    isAnswered: boolean,
  ): void {
    const unanswered = isAnswered ? 0 : rest.byteLength;
    if (isDropped || this.isOver) {
      this.perhapsTaken = Math.max(this.perhapsTaken, unanswered);
      return;
    }
    this.unanswered = unanswered;
    if (rest.byteLength === 0) return;
    this.waiting.unshift(rest);
    this.bytes += rest.byteLength;
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
