import { type Call, readCall } from '@shared/contract/calls';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { isRefusal } from '../../api/refusal';
import { pageLength, pageOf } from '../../list/look';
import { type CallPage, countOf, type Listing, pageOptions, totalOptions } from './listing';

const view = 'calls place';

/** The place of a call in a listing, by its id; null where it is not in it. Reads a count and one or two pages. */
export async function placeOf(
  client: QueryClient,
  listing: Listing,
  call_id: string,
  signal?: AbortSignal,
): Promise<number | null> {
  for (const [key, data] of client.getQueriesData<CallPage | number>({ queryKey: callKeys.list(listing) })) {
    const at = typeof data === 'object' ? data.records.findIndex((call) => call.call_id === call_id) : -1;
    if (at >= 0) return Number(key[3]) * pageLength + at;
  }
  try {
    const { call } = await api(readCall, { params: { call_id }, ...(signal && { signal }) });
    return await walk(client, listing, call, signal);
  } catch (error) {
    if (isRefusal(error, 404)) return null;
    throw error;
  }
}

/** Calls of one second are not told apart by a count, so their pages are looked through. */
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
 * The first row, in the order of the listing, of a second and what follows it: newest first, the rows above began in a
 * later second; oldest first, it is the last row of that second, as the rows below began later.
 */
export async function edgeOf(client: QueryClient, listing: Listing, newer_than: string, signal?: AbortSignal) {
  const newer = await countOf(listing, { view, newer_than, ...(signal && { signal }) });
  if (listing.filters.sort === 'desc') return newer;
  return (await client.fetchQuery(totalOptions(listing))) - newer - 1;
}
