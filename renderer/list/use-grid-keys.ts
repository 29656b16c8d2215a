import { useCommand } from '../core/use-command';

type Keys = {
  length: number;
  /** The currently selected row. Keys arrive faster than the window renders. */
  current: () => number | null;
  select: (index: number) => void;
  selectLast: () => void;
  pageRows: () => number;
};

/** Handles the keys that move the selection. Returns a function that moves it by a number of rows. */
export function useGridKeys({ length, current, select, selectLast, pageRows }: Keys): (by: number) => void {
  /** If the selected record is not in the list, moves to the first or the last row. */
  const move = (by: number) => {
    const wanted = (current() ?? (by > 0 ? -1 : length)) + by;
    select(Math.max(0, Math.min(wanted, length - 1)));
  };
  useCommand('listUp', () => move(-1));
  useCommand('listDown', () => move(1));
  useCommand('listPageUp', () => move(-pageRows()));
  useCommand('listPageDown', () => move(pageRows()));
  useCommand('listFirst', () => select(0));
  useCommand('listLast', selectLast);
  return move;
}
