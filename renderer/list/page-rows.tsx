import { useQuery } from '@tanstack/react-query';
import { type RowData, useTable } from '@tanstack/react-table';
import { features, type Look, pageLength, type Source } from './look';
import { ListRow, type RowEvents } from './row';
import { RowToCome } from './row-to-come';
import { rowHeight } from './use-row-window';

type Props<T extends RowData> = {
  look: Look<T>;
  source: Source<T>;
  page: number;
  /** The rows of the page that are drawn. */
  first: number;
  last: number;
  /** Where the body begins, in px. */
  base: number;
  selected: number | null;
  events: RowEvents<T>;
};

const none: never[] = [];

/** The rows of one page that are drawn; until its records are there, their outlines. */
export function PageRows<T extends RowData>({ look, source, page, first, last, base, selected, events }: Props<T>) {
  const { data } = useQuery(source(page));
  const table = useTable({ features, columns: look.columns, data: data?.records ?? none, getRowId: look.idOf });
  const { rows } = table.getRowModel();
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).map((index) => {
    const row = rows[index - page * pageLength];
    const place = { look, index, top: index * rowHeight - base, selected: index === selected };
    return row ? <ListRow key={index} row={row} {...place} {...events} /> : <RowToCome key={index} {...place} />;
  });
}
