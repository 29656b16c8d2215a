import { createHmac, randomBytes } from 'node:crypto';
import type { Seen } from '../../../access/followed';
import type { Part } from '../../../context';
import { type Announced, Announcements } from '../../../store/announce';

const batchMs = 250;
/** Batches are kept for clients that read slowly or come back, up to this many announcements. */
const maxKept = 2_000;

/** The changes within a quarter of a second. `id` grows; it is a time, so that it does not show how much else changed. */
export type Batch = { id: number; announced: Announced };

/** Where a client is: after the batch `id`, or within it after `mark`. */
export type FeedPlace = { id: number; mark: string };

/** Announced changes in batches, the latest of which are kept. */
export class Feed {
  private readonly batches: Batch[] = [];
  private readonly pending = new Announcements();
  private readonly waiting = new Set<() => void>();
  private readonly streams = new Set<AbortController>();
  private readonly key = randomBytes(32);
  private timer: NodeJS.Timeout | undefined;
  private isClosing = false;
  private kept = 0;
  /** The last batch, and the last one that is not kept. */
  private last: number;
  private lost: number;

  constructor(private readonly now: () => number) {
    this.last = now();
    this.lost = this.last;
  }

  /** Adds what a change has announced. */
  hear(announced: Announced): void {
    if (announced?.length === 0) return;
    this.pending.addAll(announced);
    if (announced?.some(({ isUrgent }) => isUrgent)) this.close();
    else this.timer ??= setTimeout(() => this.close(), batchMs).unref();
  }

  /** The place after everything that was announced until now. */
  end(): FeedPlace {
    if (this.timer) this.close();
    // Later batches get later ids, also when the clock is set back.
    this.last = Math.max(this.last, this.now());
    return { id: this.last, mark: '' };
  }

  /** Whether every batch after the place is still kept. */
  has({ id, mark }: FeedPlace): boolean {
    return id <= this.last && (mark === '' ? id >= this.lost : id > this.lost);
  }

  /** The first batch that is not complete at the place. */
  next({ id, mark }: FeedPlace): Batch | undefined {
    return this.batches.find((batch) => batch.id > id || (batch.id === id && mark !== ''));
  }

  /** Whether nothing has been announced since the place. */
  isAtEnd(place: FeedPlace): boolean {
    return !this.timer && !this.next(place);
  }

  /**
   * The mark of an event in its batch. Events sorted by their marks do not show that there are others between them.
   */
  markOf({ id, comesLast }: Seen): string {
    const mark = createHmac('sha256', this.key).update(id).digest('hex').slice(0, 11);
    return `${comesLast ? 'f' : '0'}${mark}`;
  }

  /** Registers a stream, which `stop` ends: at a lock and when the service closes. */
  join(stop: AbortController): () => void {
    if (this.isClosing) stop.abort();
    this.streams.add(stop);
    return () => void this.streams.delete(stop);
  }

  /** Resolves at the next batch, at `signal`, and after `maxMs` at the latest. */
  news(signal: AbortSignal, maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, maxMs).unref();
      this.waiting.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }

  /** Ends every stream. Clients may return. */
  stopAll(): void {
    for (const stop of this.streams) stop.abort();
  }

  /** Ends every stream, for good. */
  shut(): void {
    this.isClosing = true;
    clearTimeout(this.timer);
    this.stopAll();
  }

  /** Ends the batch that is being collected. */
  private close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = Math.max(this.now(), this.last + 1);
    const batch = { id: this.last, announced: this.pending.take() };
    this.batches.push(batch);
    this.kept += sizeOf(batch);
    while (this.kept > maxKept) this.drop();
    for (const wake of [...this.waiting]) wake();
  }

  private drop(): void {
    const oldest = this.batches.shift();
    if (!oldest) return;
    this.kept -= sizeOf(oldest);
    this.lost = oldest.id;
  }
}

const sizeOf = ({ announced }: Batch): number => Math.max(1, announced?.length ?? 0);

/** The changes of this service. */
export const changeFeed: Part<Feed> = ({ store, now }, { onForget, onClosing }) => {
  const feed = new Feed(now);
  store.follow((announced) => feed.hear(announced));
  onForget(() => feed.stopAll());
  onClosing(() => feed.shut());
  return feed;
};
