import { useCommand } from '../core/use-command';

type Keys = {
  length: number;
  /** The selected row as it is now: keys come faster than the window renders. */
  current: () => number | null;
  select: (index: number) => void;
  selectLast: () => void;
  pageRows: () => number;
};

/** The keys that move the selection. Returns the way to move it by rows. */
export function useGridKeys({ length, current, select, selectLast, pageRows }: Keys): (by: number) => void {
  /** From a record that is not in the list, the first or the last row. */
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
