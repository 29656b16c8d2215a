import { useQuery } from '@tanstack/react-query';
import { type RowData, useTable } from '@tanstack/react-table';
import { features, type Look, pageLength, type Source } from './look';
import { ListRow, type RowEvents } from './row';
import { RowToCome } from './row-to-come';
import type { Choice } from './use-choice';
import { rowHeight } from './use-row-window';

type Props<T extends RowData> = {
  look: Look<T>;
  source: Source<T>;
  page: number;
  /** The range of rendered rows of the page. */
  first: number;
  last: number;
  /** The start of the body in px. */
  base: number;
  selected: number | null;
  choice: Choice<T> | undefined;
  events: RowEvents<T>;
};

const none: never[] = [];

/** The rendered rows of one page. Placeholders until its records are loaded. */
export function PageRows<T extends RowData>({
  look,
  source,
  page,
  first,
  last,
  base,
  selected,
  choice,
  events,
}: Props<T>) {
  const { data } = useQuery(source(page));
  const table = useTable({ features, columns: look.columns, data: data?.records ?? none, getRowId: look.idOf });
  const { rows } = table.getRowModel();
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).map((index) => {
    const row = rows[index - page * pageLength];
    const place = { look, index, top: index * rowHeight - base, selected: index === selected };
    if (!row) return <RowToCome key={index} {...place} chosen={choice && false} />;
    return <ListRow key={index} row={row} {...place} chosen={choice?.has(row.original)} {...events} />;
  });
}
