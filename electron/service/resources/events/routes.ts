import { followChanges } from '@shared/contract/events';
import { reason } from '@shared/reasons/reasons';
import { authorOf } from '../../access/actor';
import type { Service } from '../../context';
import { Streams } from '../../http/streams';
import { changeFeed } from './feed';
import { follow, placeOf } from './follow';

const headers = { 'Content-Type': 'text/event-stream' };

export function eventRoutes({ handle, store, now, part }: Service): void {
  const feed = part(changeFeed);
  const streams = new Streams({ perPerson: 4, inAll: 16, why: reason('too_many_followers') });

  handle(followChanges, ({ actor, request, again }) => {
    if (request.method === 'HEAD') return new Response(null, { headers });
    const free = streams.take(authorOf(actor).user_id);
    const stop = new AbortController();
    const leave = feed.join(stop);
    const lastId = request.headers.get('last-event-id');
    // Found now, because nothing of the stream runs before its first bytes are read.
    const place = lastId === null ? feed.end() : placeOf(lastId);
    const text = follow({ feed, store, now, again, place, signal: stop.signal });
    return new Response(
      streamOf(text, () => {
        stop.abort();
        leave();
        free();
      }),
      { headers },
    );
  });
}

/** Bytes that are made when the client reads them. `end` is called when either side ends the stream. */
function streamOf(text: AsyncGenerator<string>, end: () => void): ReadableStream<Uint8Array> {
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
