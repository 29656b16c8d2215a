import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useKept } from '../core/left';
import { useGridKeys } from './use-grid-keys';
import type { RowWindow } from './use-row-window';

export type ListSelection = {
  selected: number;
  /** The selected row. Keys arrive faster than the window renders. */
  current: () => number;
  select: (index: number) => void;
  /** Marks a row that is open already. */
  mark: (index: number) => void;
  /** Whether the user has just selected the row, which is true once. New data in the selected row selects nothing. */
  takeNew: (index: number) => boolean;
};

/** The selected row of a list: moved with the keys, kept in view, and selected again on the next visit of the page. */
export function useListSelection(length: number, { pageRows, showRow }: RowWindow): ListSelection {
  const latest = useRef(0);
  const current = () => latest.current;
  const { pathname, search } = useLocation();
  const read = () => ({ search, row: current() });
  const kept = useKept<ReturnType<typeof read>>(`row of ${pathname}`, read, { lasts: true });
  const [selected, setSelected] = useState(kept?.search === search ? Math.max(0, Math.min(kept.row, length - 1)) : 0);
  useLayoutEffect(() => {
    latest.current = selected;
  }, [selected]);
  const fresh = useRef<number>(null);
  const mark = (index: number) => {
    fresh.current = null;
    latest.current = index;
    setSelected(index);
  };
  const select = (index: number) => {
    const isNew = index !== latest.current;
    mark(index);
    fresh.current = isNew ? index : null;
  };
  const takeNew = (index: number) => {
    if (fresh.current !== index) return false;
    fresh.current = null;
    return true;
  };
  useGridKeys({ length, current, select, selectLast: () => select(length - 1), pageRows });
  useEffect(() => showRow(selected), [showRow, selected]);
  return { selected, current, select, mark, takeNew };
}
