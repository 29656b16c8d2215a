import { selectSeen, viewerOf } from '../../../access/followed';
import type { Reach } from '../../../access/scope';
import { checkMs } from '../../../http/while-allowed';
import { isRefusal } from '../../../refusal';
import type { Store } from '../../../store/store';
import type { Batch, Feed, FeedPlace } from './feed';

/** After this time without an event, a comment keeps the stream alive. */
const quietMs = 15_000;

type Following = {
  feed: Feed;
  store: Store;
  now: () => number;
  /** The caller with current rights. Refused once these no longer allow the stream. */
  again: () => Promise<Reach>;
  /** Where the stream begins; undefined when that is not known. */
  place: FeedPlace | undefined;
  signal: AbortSignal;
};

/** The text of one stream, until `signal`, or until the caller may no longer follow. */
export async function* follow({ feed, store, now, again, signal, ...from }: Following): AsyncGenerator<string> {
  let { place } = from;
  let sentAt = now();
  // With an id from the start: a client that loses the stream before its first event asks for what came after it.
  yield `retry: 2000\n${place ? `id: ${idOf(place)}\n` : ''}\n`;
  while (!signal.aborted) {
    const isLost = place === undefined || !feed.has(place);
    const at: FeedPlace = place && !isLost ? place : feed.end();
    const batch = feed.next(at);
    if (!isLost && !batch) await feed.news(signal, checkMs);
    // Also before anything is sent.
    const reach = await again().catch(unlessRefused);
    if (!reach || signal.aborted) return;
    place = batch ? { id: batch.id, mark: '' } : at;
    let text = isLost ? eventOf(at.id, { event: 'reset', data: '{}' }) : '';
    if (batch) text += await textOf(batch, at, reach);
    if (!batch && text === '' && now() - sentAt >= quietMs && feed.isAtEnd(place)) {
      place = feed.end();
      // An id without data moves the client forward, so that it need not start over after a long time without an event.
      text = `:\nid: ${place.id}\n\n`;
    }
    if (text === '') continue;
    sentAt = now();
    yield text;
  }

  async function textOf({ id, announced }: Batch, at: FeedPlace, reach: Reach): Promise<string> {
    if (announced === null) return eventOf(id, { event: 'reset', data: '{}' });
    const seen = await store.read(selectSeen, { announced, viewer: viewerOf(reach) });
    const marked = seen.map((one) => ({ ...one, mark: feed.markOf(one) })).sort((a, b) => (a.mark < b.mark ? -1 : 1));
    return marked
      .filter(({ mark }) => at.id !== id || mark > at.mark)
      .map(({ mark, ...one }) => eventOf(idOf({ id, mark }), one))
      .join('');
  }
}

const eventOf = (id: string | number, { event, data }: { event: string; data: string }): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

const idOf = ({ id, mark }: FeedPlace): string => (mark === '' ? String(id) : `${id}-${mark}`);

/** The place after the event with this id; undefined for a text that is no id. */
export function placeOfEvent(lastId: string): FeedPlace | undefined {
  const [, id, mark = ''] = /^(\d{1,15})(?:-([0-9a-f]{12}))?$/.exec(lastId) ?? [];
  return id === undefined ? undefined : { id: Number(id), mark };
}

/** Undefined for a caller whose session or right has ended. */
function unlessRefused(cause: unknown): undefined {
  if (!isRefusal(cause)) throw cause;
}
