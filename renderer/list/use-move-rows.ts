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
  const recordIn = (row: number) =>
    client.getQueryData<ListPage<T>>(source(pageOf(row)).queryKey)?.records[row % pageLength];
  const move = (from: number, to: number, record = recordIn(from)) => {
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
  const moveBy = (by: 1 | -1) => {
    const from = current();
    move(from, from + by, moving.current?.at === from ? moving.current.record : undefined);
  };
  useCommand('listMoveUp', onMove && (() => moveBy(-1)));
  useCommand('listMoveDown', onMove && (() => moveBy(1)));
  return { line, onPointerDown: onMove && onPointerDown };
}
