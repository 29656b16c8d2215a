import { Worker } from 'node:worker_threads';
import { reason } from '@shared/reasons/reasons';
import { type PlainRefusal, Refusal } from '../refusal';

/** A request to a thread: a declared name and plain data. */
export type Ask = { id: number; name: string; input: unknown };
/** The answer of a thread. A Refusal is sent as its parts, any other error as a stack. */
export type Answer =
  | { ready: true }
  | { id: number; alive: true; blockedMs?: number }
  | { id: number; value: unknown }
  | { id: number; refusal: PlainRefusal }
  | { id: number; bug: string };

export type Job = { name: string; input: unknown; view?: string };
type Waiting = Job & { resolve: (value: unknown) => void; reject: (cause: Error) => void; timer?: NodeJS.Timeout };
type Member = { worker: Worker; cancel: Int32Array; isReady: boolean; job?: Waiting; watch?: NodeJS.Timeout };
type Limits = {
  /**
   * A thread that sends neither an answer nor an alive message for this long is terminated and its job rejected. An alive
   * message may announce a call that blocks the thread for `blockedMs` more.
   */
  silenceMs?: number;
  memoryMb?: number;
  /** A job that has waited this long for a thread is refused with TooManyRequests. */
  waitMs?: number;
  /** A job that a thread has run for `ms` is rejected with `late()`, and the thread runs on until it has answered. */
  run?: { ms: number; late: () => Error };
};

/** Asks a thread to exit. */
export const leaving = 'leave';
const maxDeaths = 5;
const leaveMs = 6_000;

/** A thread sent no alive message. It may still be blocked in a system call: `ended` resolves once it has stopped. */
export class Silent extends Error {
  constructor(
    silenceMs: number,
    readonly ended: Promise<unknown>,
  ) {
    super(`A thread was silent for ${silenceMs / 1000} s.`);
  }
}

/** Up to `size` worker threads behind one queue. Threads start when needed, and each runs one job at a time. */
export class ThreadPool {
  private readonly members: Member[] = [];
  private readonly queue: Waiting[] = [];
  private lastId = 0;
  private closing: Promise<void> | undefined;
  /** Consecutive threads that died before they were ready. A thread that dies during a job fails only that job. */
  private deaths = 0;
  private broken: Error | undefined;

  constructor(
    private readonly entry: string,
    private readonly size: number,
    private readonly workerData: Record<string, unknown>,
    private readonly limits: Limits = {},
  ) {}

  /** Runs the named query in the next free thread. */
  run(job: Job): Promise<unknown> {
    if (this.closing || this.broken) return Promise.reject(this.broken ?? new Error('The threads are closed.'));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { ...job, resolve, reject };
      this.queue.push(waiting);
      this.next();
      if (this.queue.includes(waiting)) this.limitWait(waiting);
    });
  }

  /** Cancels the running and waiting jobs of the view. A running statement stops at its next `in_time`. */
  cancel(view: string, because: () => Error): void {
    for (const member of this.members) {
      if (member.job?.view === view) Atomics.store(member.cancel, 0, 1);
    }
    this.rejectWaiting(because, (waiting) => waiting.view === view);
  }

  private limitWait(waiting: Waiting): void {
    const { waitMs } = this.limits;
    if (waitMs === undefined) return;
    const busy = () => new Refusal('TooManyRequests', reason('busy'));
    waiting.timer = setTimeout(() => this.rejectWaiting(busy, (one) => one === waiting), waitMs);
  }

  private rejectWaiting(because: () => Error, chosen: (waiting: Waiting) => boolean = () => true): void {
    for (const waiting of this.queue.filter(chosen)) {
      this.dequeue(waiting);
      waiting.reject(because());
    }
  }

  private dequeue(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.queue.splice(this.queue.indexOf(waiting), 1);
  }

  /** Ends every thread once it has answered. Further calls have no effect. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    for (const member of this.members) clearTimeout(member.watch);
    const closed = new Error('The threads were closed.');
    this.rejectWaiting(() => closed);
    const busy = [...this.members];
    for (const { job } of busy) clearTimeout(job?.timer);
    await Promise.all(busy.map(ended));
    // Rejected only now, because a thread finishes the job it has begun: a write reported as failed must not be in the
    // database.
    for (const { job } of busy) job?.reject(closed);
  }

  private spawn(): Member {
    const cancel = new Int32Array(new SharedArrayBuffer(4));
    const resourceLimits = this.limits.memoryMb ? { maxOldGenerationSizeMb: this.limits.memoryMb } : undefined;
    const worker = new Worker(this.entry, { workerData: { ...this.workerData, cancel }, resourceLimits });
    const member: Member = { worker, cancel, isReady: false };
    worker.on('message', (answer: Answer) => {
      if ('ready' in answer) this.isUp(member);
      else if ('alive' in answer) this.watch(member, answer.blockedMs);
      else this.finish(member, answer);
    });
    worker.on('error', (cause) => this.replace(member, cause));
    worker.unref();
    this.members.push(member);
    return member;
  }

  private isUp(member: Member): void {
    member.isReady = true;
    this.deaths = 0;
    if (member.job) this.begin(member, member.job);
  }

  private next(): void {
    const [job] = this.queue;
    if (!job) return;
    const free = this.members.find(({ job }) => !job) ?? (this.members.length < this.size ? this.spawn() : undefined);
    if (!free) return;
    this.dequeue(job);
    free.job = job;
    Atomics.store(free.cancel, 0, 0);
    free.worker.ref();
    const ask: Ask = { id: ++this.lastId, name: job.name, input: job.input };
    try {
      free.worker.postMessage(ask);
    } catch (cause) {
      // The thread has nothing to answer when the input cannot be cloned.
      return void this.finish(free, { id: ask.id, bug: String(cause) });
    }
    // The time that a thread takes to load is not the job's.
    if (free.isReady) this.begin(free, job);
  }

  private begin(member: Member, job: Waiting): void {
    const { run } = this.limits;
    if (run) job.timer = setTimeout(() => job.reject(run.late()), run.ms);
    this.watch(member);
  }

  private watch(member: Member, blockedMs = 0): void {
    clearTimeout(member.watch);
    const { silenceMs } = this.limits;
    if (silenceMs === undefined) return;
    const ms = silenceMs + blockedMs;
    member.watch = setTimeout(() => this.replace(member, new Silent(ms, member.worker.terminate())), ms);
  }

  private finish(member: Member, answer: Exclude<Answer, { ready: true } | { alive: true }>): void {
    const { job } = member;
    member.job = undefined;
    clearTimeout(member.watch);
    member.worker.unref();
    if (job) {
      clearTimeout(job.timer);
      if ('value' in answer) job.resolve(answer.value);
      else if ('refusal' in answer) {
        const { code, reason, details } = answer.refusal;
        job.reject(new Refusal(code, reason, details));
      } else job.reject(new Error(`${job.name}: ${answer.bug}`));
    }
    this.next();
  }

  /** An entry that cannot load would otherwise be restarted forever. */
  private giveUp(cause: Error): void {
    this.broken = cause;
    this.rejectWaiting(() => cause);
  }

  private replace(member: Member, cause: Error): void {
    clearTimeout(member.watch);
    clearTimeout(member.job?.timer);
    member.job?.reject(cause);
    const place = this.members.indexOf(member);
    if (this.closing || place === -1) return;
    this.members.splice(place, 1);
    if (!member.isReady) this.deaths++;
    if (this.deaths > maxDeaths) this.giveUp(cause);
    else this.next();
  }
}

/**
 * Asks a thread to exit from inside: terminating it while it loads or runs native code can crash the process (seen
 * once: a command that closed at once died of a signal). A thread that is still busy after 6 s is terminated.
 */
async function ended({ worker, cancel }: Member): Promise<void> {
  Atomics.store(cancel, 0, 1);
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.ref();
  worker.postMessage(leaving);
  const cut = setTimeout(() => void worker.terminate(), leaveMs);
  await exit;
  clearTimeout(cut);
}
