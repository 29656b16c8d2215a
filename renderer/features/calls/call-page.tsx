import type { Call } from '@shared/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import { CallRow, type RowEvents } from './call-row';
import { columns, features } from './columns';
import { type Listing, pageLength, pageOptions } from './listing';
import { RowToCome } from './row-to-come';
import { rowHeight } from './use-row-window';

type Props = {
  listing: Listing;
  page: number;
  /** The rows of the page that are drawn. */
  first: number;
  last: number;
  /** Where the body begins, in px. */
  base: number;
  selected: number | null;
  events: RowEvents;
};

const none: Call[] = [];

/** The rows of one page that are drawn; until its calls are there, their outlines. */
export function CallPage({ listing, page, first, last, base, selected, events }: Props) {
  const client = useQueryClient();
  const { data } = useQuery(pageOptions(client, listing, page));
  const table = useTable({ features, columns, data: data?.calls ?? none, getRowId: (call) => call.call_id });
  const { rows } = table.getRowModel();
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).map((index) => {
    const row = rows[index - page * pageLength];
    const place = { index, top: index * rowHeight - base, selected: index === selected };
    return row ? <CallRow key={index} row={row} {...place} {...events} /> : <RowToCome key={index} {...place} />;
  });
}
