import { type Call, readCall } from '@shared/contract/calls';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { isRefusal } from '../../api/refusal';
import { pageLength, pageOf } from '../../list/look';
import { type CallPage, countOf, type Listing, pageOptions, totalOptions } from './listing';

const view = 'calls place';

/** The index of a call in a listing, found by its id; null if it is not in it. Reads a count and one or two pages. */
export async function indexOfCall(
  client: QueryClient,
  listing: Listing,
  call_id: string,
  signal?: AbortSignal,
): Promise<number | null> {
  for (const [key, data] of client.getQueriesData<CallPage | number>({ queryKey: callKeys.list(listing) })) {
    const at = typeof data === 'object' ? data.records.findIndex((call) => call.call_id === call_id) : -1;
    if (at >= 0) return Number(key[3]) * pageLength + at;
  }
  if (listing.filters.by !== undefined) return searched(client, listing, call_id);
  try {
    const { call } = await api(readCall, { params: { call_id }, ...(signal && { signal }) });
    return await walk(client, listing, call, signal);
  } catch (error) {
    if (isRefusal(error, 404)) return null;
    throw error;
  }
}

/** In an order by anything but time, only the first pages are searched, because nothing tells where a call is. */
const searchedPages = 5;

async function searched(client: QueryClient, listing: Listing, call_id: string): Promise<number | null> {
  for (let page = 0; page < searchedPages; page++) {
    const { records, next_url } = await client.fetchQuery(pageOptions(client, listing, page));
    const at = records.findIndex((call) => call.call_id === call_id);
    if (at >= 0) return page * pageLength + at;
    if (next_url === null) break;
  }
  return null;
}

/** A count does not distinguish calls of the same second, so their pages are searched. */
async function walk(client: QueryClient, listing: Listing, { call_id, setup_time }: Call, signal?: AbortSignal) {
  const isDown = listing.filters.sort === 'desc';
  const second = Date.parse(setup_time);
  const start = await edgeOf(client, listing, setup_time, signal);
  let page = pageOf(start);
  while (page >= 0) {
    const { records: calls } = await client.fetchQuery(pageOptions(client, listing, page));
    const at = calls.findIndex((call) => call.call_id === call_id);
    if (at >= 0) return page * pageLength + at;
    const far = isDown ? calls.at(-1) : calls[0];
    if (far === undefined || Date.parse(far.setup_time) !== second) return null;
    page += isDown ? 1 : -1;
  }
  return null;
}

/**
 * The row at the boundary of a second, whether or not that second has calls. Newest first, the rows above it began in a
 * later second. Oldest first, the rows below it did.
 */
export async function edgeOf(client: QueryClient, listing: Listing, newer_than: string, signal?: AbortSignal) {
  const newer = await countOf(listing, { view, newer_than, ...(signal && { signal }) });
  if (listing.filters.sort === 'desc') return newer;
  return (await client.fetchQuery(totalOptions(listing))) - newer - 1;
}
