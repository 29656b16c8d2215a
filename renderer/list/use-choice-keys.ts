import { useCommand } from '../core/use-command';
import type { Choice } from './use-choice';

type Keys = {
  length: number;
  /** The current row, and a function that moves to another one. */
  current: () => number;
  select: (index: number) => void;
  /** Whether Space alone chooses, too. */
  ticks?: boolean;
};

/** Handles the keys that choose rows, in a list whose rows can be chosen. */
export function useChoiceKeys<T>(
  choice: Choice<T> | undefined,
  { length, current, select, ticks = false }: Keys,
): void {
  const extend = (by: number) => {
    const from = current();
    const to = Math.max(0, Math.min(from + by, length - 1));
    choice?.extend(to, from);
    select(to);
  };
  const toggle = choice && (() => choice.toggle(current()));
  useCommand('listChoose', toggle);
  useCommand('listTick', ticks ? toggle : undefined);
  useCommand('listChooseUp', choice && (() => extend(-1)));
  useCommand('listChooseDown', choice && (() => extend(1)));
  useCommand('listChooseAll', choice?.all);
  useCommand('clear', choice && choice.records.length > 0 ? choice.clear : undefined);
}
