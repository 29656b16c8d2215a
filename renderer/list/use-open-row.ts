import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { type ListPage, type Look, pageLength, pageOf } from './look';
import type { Opened } from './row-details';
import type { OpenList } from './use-pages';
import type { OpenRow } from './use-row-window';

/**
 * Where a record is that was at `row`, after others were added or removed: null once it is gone. `idsOf` returns the ids of
 * a page; undefined while it is not in memory, and then the record is still assumed at its row.
 */
export function rowOfRecord(
  id: string,
  row: number,
  idsOf: (page: number) => readonly string[] | undefined,
): number | null {
  const own = pageOf(row);
  for (const page of [own, own + 1, own - 1]) {
    const at = idsOf(page)?.indexOf(id) ?? -1;
    if (at >= 0) return page * pageLength + at;
  }
  return idsOf(own) === undefined ? row : null;
}

/** The record of a list that is open, one at most. `details` renders what it shows; without it, no row opens. */
export function useOpenRow<T>(
  { source }: OpenList<T>,
  { idOf }: Look<T>,
  details: ((record: T) => ReactNode) | undefined,
) {
  const client = useQueryClient();
  const [shown, setShown] = useState<{ id: string; row: number } | null>(null);
  const [height, setHeight] = useState(0);
  const idsOf = useCallback(
    (page: number) =>
      page < 0 ? undefined : client.getQueryData<ListPage<T>>(source(page).queryKey)?.records.map(idOf),
    [client, source, idOf],
  );
  const show = useCallback(
    (row: number) => {
      const id = idsOf(pageOf(row))?.[row % pageLength];
      if (id !== undefined) setShown({ id, row });
    },
    [idsOf],
  );
  const hide = useCallback(() => setShown(null), []);
  const row = shown && rowOfRecord(shown.id, shown.row, idsOf);
  if (shown && row !== shown.row) setShown(row === null ? null : { ...shown, row });
  const open: OpenRow | null = row === null ? null : { row, height };
  const opened: Opened<T> | undefined = details && { row, details, onSize: setHeight };
  return { open, opened, show, hide, toggle: (wanted: number) => (row === wanted ? hide() : show(wanted)) };
}
