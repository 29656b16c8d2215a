import { useQueryClient } from '@tanstack/react-query';
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
  onMove: ((record: T, to: number) => void) | undefined,
) {
  const client = useQueryClient();
  const move = (from: number, to: number) => {
    const record = client.getQueryData<ListPage<T>>(source(pageOf(from)).queryKey)?.records[from % pageLength];
    if (!record || !onMove || to < 0 || to >= length) return;
    select(to);
    onMove(record, to);
  };
  const { line, onPointerDown } = useDragRows({ rowHeight, length, onMove: move });
  useCommand('listMoveUp', onMove && (() => move(current(), current() - 1)));
  useCommand('listMoveDown', onMove && (() => move(current(), current() + 1)));
  return { line, onPointerDown: onMove && onPointerDown };
}
