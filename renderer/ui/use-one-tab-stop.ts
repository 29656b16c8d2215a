import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** Makes the buttons of a list one tab stop. Arrow up and down, Home and End move between them. */
export function useOneTabStop<T extends HTMLElement>() {
  const list = useRef<T>(null);
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])];
  const stopAt = (stop: Element | null | undefined) => {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1;
  };
  // The buttons change with the content.
  useEffect(() => stopAt(buttons().find(({ tabIndex }) => tabIndex === 0) ?? buttons()[0]));

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    if (move === undefined || at === -1) return;
    event.preventDefault();
    all[move(at, all.length - 1)]?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => stopAt(target.closest('button'));
  return { ref: list, onKeyDown, onFocus };
}
