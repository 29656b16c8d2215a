import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCommand } from '../core/use-command';
import { useDragRows } from '../ui/use-drag-rows';
import { type ListPage, pageLength, pageOf } from './look';
import type { ListSelection } from './use-list-selection';
import type { OpenList } from './use-pages';

/** Moves the records of a list to other rows, by a grip or with the keys. Without `onMove`, they stay. */
export function useMoveRows<T>(
  { source, length }: OpenList<T>,
  { current, select }: ListSelection,
  rowHeight: number,
  onMove: ((record: T, to: number) => Promise<unknown>) | undefined,
) {
  const client = useQueryClient();
  /** A record on its way, which the page of its new row does not have yet. A key that is held moves it on. */
  const moving = useRef<{ record: T; at: number }>(null);
  const move = (from: number, to: number) => {
    const shown = client.getQueryData<ListPage<T>>(source(pageOf(from)).queryKey)?.records[from % pageLength];
    const record = moving.current?.at === from ? moving.current.record : shown;
    if (!record || !onMove || to < 0 || to >= length) return;
    const now = { record, at: to };
    moving.current = now;
    select(to);
    onMove(record, to)
      .catch(() => {
        // It is where it was.
        if (moving.current === now && current() === to) select(from);
      })
      .finally(() => {
        if (moving.current === now) moving.current = null;
      });
  };
  const { line, onPointerDown } = useDragRows({ rowHeight, length, onMove: move });
  useCommand('listMoveUp', onMove && (() => move(current(), current() - 1)));
  useCommand('listMoveDown', onMove && (() => move(current(), current() + 1)));
  return { line, onPointerDown: onMove && onPointerDown };
}
