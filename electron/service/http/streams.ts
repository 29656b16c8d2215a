import { type Reason, reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import { placeOf } from './places';

type Limits = { perPerson: number; inAll: number; why: Reason };

/** Counts open streams, and limits them per person and in total. */
export class Streams {
  private readonly open = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: Limits) {}

  /**
   * Takes a place, for the request that stays open with it instead of its short one, and returns the function that releases
   * it once. Refused with TooManyRequests when none is free.
   */
  take(person: string, request?: Request): () => void {
    const { perPerson, inAll, why } = this.limits;
    const own = this.open.get(person) ?? 0;
    if (own >= perPerson || this.all >= inAll) throw new Refusal('TooManyRequests', why);
    this.all++;
    this.open.set(person, own + 1);
    if (request) placeOf(request)?.take('stream');
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      if (request) placeOf(request)?.release();
      this.all--;
      const left = (this.open.get(person) ?? 1) - 1;
      if (left > 0) this.open.set(person, left);
      else this.open.delete(person);
    };
  }
}

/**
 * Bytes that are made when the client reads them. `end` is called when either side ends the stream. With `unreadMs`, a stream
 * ends when the client takes nothing for so long although there is something.
 */
export function streamOf(text: AsyncGenerator<string>, end: () => void, unreadMs?: number): ReadableStream<Uint8Array> {
  let isCancelled = false;
  let timer: NodeJS.Timeout | undefined;
  const awaitReader = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (unreadMs === undefined) return;
    timer = setTimeout(() => {
      isCancelled = true;
      end();
      controller.error(new Refusal('TooSlow', reason('read_too_slowly')));
    }, unreadMs).unref();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: awaitReader,
      async pull(controller) {
        clearTimeout(timer);
        try {
          const { done, value } = await text.next();
          if (isCancelled) return;
          if (!done) {
            awaitReader(controller);
            return controller.enqueue(Buffer.from(value));
          }
          end();
          controller.close();
        } catch (cause) {
          end();
          controller.error(cause);
        }
      },
      cancel() {
        clearTimeout(timer);
        isCancelled = true;
        end();
      },
    },
    { highWaterMark: 0 },
  );
}
