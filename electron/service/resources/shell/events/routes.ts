import { followChanges } from '@shared/contract/events';
import { reason } from '@shared/reasons/reasons';
import { authorOf } from '../../../access/actor';
import type { Service } from '../../../context';
import { Streams, streamOf } from '../../../http/streams';
import { changeFeed } from './feed';
import { follow, placeOfEvent } from './follow';

const headers = { 'Content-Type': 'text/event-stream' };
/** A client that takes nothing for so long has to return, and then gets what it missed. */
const unreadMs = 10_000;

export function eventRoutes({ handle, store, now, part }: Service): void {
  const feed = part(changeFeed);
  const why = reason('too_many_followers');
  // Tools must not keep the window from hearing of changes.
  const streams = {
    tcp: new Streams({ perPerson: 4, inAll: 16, why }),
    app: new Streams({ perPerson: 4, inAll: 4, why }),
  };

  handle(followChanges, ({ actor, request, again, door }) => {
    if (request.method === 'HEAD') return new Response(null, { headers });
    const free = streams[door === 'app' ? 'app' : 'tcp'].take(authorOf(actor).user_id ?? actor.user_id, request);
    const stop = new AbortController();
    const leave = feed.join(stop);
    const lastId = request.headers.get('last-event-id');
    // Found now, because nothing of the stream runs before its first bytes are read.
    const place = lastId === null ? feed.end() : placeOfEvent(lastId);
    const text = follow({ feed, store, now, again, place, signal: stop.signal });
    const end = () => {
      stop.abort();
      leave();
      free();
    };
    return new Response(streamOf(text, end, unreadMs), { headers });
  });
}
