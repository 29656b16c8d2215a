import { useQueryClient } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import { useEffect, useRef } from 'react';
import { type Look, pageLength } from './look';
import type { ListSelection } from './use-list-selection';
import type { OpenList } from './use-pages';

/**
 * Marks the row of the record whose page is open, when that was opened from elsewhere: by its address, with Back, or
 * because it is new. A record that is in no page read so far stays unmarked.
 */
export function useMarkOpen<T extends RowData>(
  open: OpenList<T>,
  { idOf }: Look<T>,
  openId: string | undefined,
  { current, mark }: ListSelection,
): void {
  const client = useQueryClient();
  const marked = useRef<string>(undefined);
  useEffect(() => {
    if (openId === undefined || marked.current === openId) return;
    for (let page = 0; page * pageLength < open.length; page += 1) {
      const { records = [] } = client.getQueryData<{ records: T[] }>(open.source(page).queryKey) ?? {};
      const at = records.findIndex((record) => idOf(record) === openId);
      if (at === -1) continue;
      marked.current = openId;
      const index = page * pageLength + at;
      if (index !== current()) mark(index);
      return;
    }
  });
}
