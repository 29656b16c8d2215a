import type { Reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';

type Limits = { perPerson: number; inAll: number; why: Reason };

const streaming = new WeakSet<Request>();

/** Whether a request holds the place of a stream now. It then takes none of the door's places for short requests. */
export const isStream = (request: Request | undefined): boolean => request !== undefined && streaming.has(request);

/** Counts open streams, and limits them per person and in total. */
export class Streams {
  private readonly open = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: Limits) {}

  /**
   * Takes a place, for the request that stays open with it, and returns the function that releases it once. Refused with
   * TooManyRequests when none is free.
   */
  take(person: string, request?: Request): () => void {
    const { perPerson, inAll, why } = this.limits;
    const own = this.open.get(person) ?? 0;
    if (own >= perPerson || this.all >= inAll) throw new Refusal('TooManyRequests', why);
    this.all++;
    this.open.set(person, own + 1);
    if (request) streaming.add(request);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      if (request) streaming.delete(request);
      this.all--;
      const left = (this.open.get(person) ?? 1) - 1;
      if (left > 0) this.open.set(person, left);
      else this.open.delete(person);
    };
  }
}

/** Bytes that are made when the client reads them. `end` is called when either side ends the stream. */
export function streamOf(text: AsyncGenerator<string>, end: () => void): ReadableStream<Uint8Array> {
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await text.next();
          if (isCancelled) return;
          if (!done) return controller.enqueue(Buffer.from(value));
          end();
          controller.close();
        } catch (cause) {
          end();
          controller.error(cause);
        }
      },
      cancel() {
        isCancelled = true;
        end();
      },
    },
    { highWaterMark: 0 },
  );
}
