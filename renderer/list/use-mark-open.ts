import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type Look, pageLength } from './look';
import type { ListSelection } from './use-list-selection';
import type { OpenList } from './use-pages';

/**
 * Marks the row of the record whose page is open, when that was opened from elsewhere: by its address, with Back, or
 * because it is new. A record that is in no page read so far stays unmarked.
 */
export function useMarkOpen<T>(
  open: OpenList<T>,
  { idOf }: Look<T>,
  openId: string | undefined,
  { current, mark }: ListSelection,
): void {
  const client = useQueryClient();
  const indexOf = (id: string): number => {
    for (let page = 0; page * pageLength < open.length; page += 1) {
      const { records = [] } = client.getQueryData<{ records: T[] }>(open.source(page).queryKey) ?? {};
      const at = records.findIndex((record) => idOf(record) === id);
      if (at !== -1) return page * pageLength + at;
    }
    return -1;
  };
  const markRow = useEffectEvent((id: string) => {
    const index = indexOf(id);
    if (index !== -1 && index !== current()) mark(index);
  });
  // Not with each rendering: a long list has thousands of pages.
  // biome-ignore lint/correctness/useExhaustiveDependencies(open.length): a record that was added is in a longer list
  useEffect(() => {
    if (openId !== undefined) markRow(openId);
  }, [openId, open.length]);
}
