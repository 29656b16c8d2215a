import { followChanges } from '@shared/contract/events';
import { reason } from '@shared/reasons/reasons';
import { authorOf } from '../../access/actor';
import type { Service } from '../../context';
import { Streams, streamOf } from '../../http/streams';
import { changeFeed } from './feed';
import { follow, placeOf } from './follow';

const headers = { 'Content-Type': 'text/event-stream' };

export function eventRoutes({ handle, store, now, part }: Service): void {
  const feed = part(changeFeed);
  const streams = new Streams({ perPerson: 4, inAll: 16, why: reason('too_many_followers') });

  handle(followChanges, ({ actor, request, again }) => {
    if (request.method === 'HEAD') return new Response(null, { headers });
    const free = streams.take(authorOf(actor).user_id, request);
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
