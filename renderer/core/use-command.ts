import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { type CommandId, commands, isChord } from './commands';

type Handler = () => void;

/** The commands that currently have a handler. */
export const useLiveCommands = create<{ live: Partial<Record<CommandId, Handler>> }>()(() => ({ live: {} }));

/** Handles a command while the component is mounted and `run` is given. */
export function useCommand(id: CommandId, run: Handler | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  const on = run !== undefined;
  // Before the page is painted, because a key may come as soon as the user sees it.
  useLayoutEffect(() => {
    if (!on) return;
    const handler = () => latest.current?.();
    useLiveCommands.setState(({ live }) => ({ live: { ...live, [id]: handler } }));
    return () =>
      useLiveCommands.setState(({ live }) => {
        if (live[id] !== handler) return { live };
        const { [id]: _, ...rest } = live;
        return { live: rest };
      });
  }, [id, on]);
}

const textTypes = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
const ownKeys = 'button, a[href], input, [role=slider], [role=separator], [role=menuitem], [role=tab]';

/** Finds the handler of a key event from where it happened; undefined when the key belongs to the control. */
function commandOf(event: KeyboardEvent): Handler | undefined {
  const target = event.target instanceof Element ? event.target : document.body;
  // A menu, popover or dialog is outside the root and handles most keys itself.
  const inDialog = target !== document.body && !target.closest('#root');
  const { live } = useLiveCommands.getState();
  for (const [id, { place, keys }] of Object.entries(commands) as [CommandId, (typeof commands)[CommandId]][]) {
    if (inDialog && !('inDialogs' in commands[id])) continue;
    const run = live[id];
    if (run === undefined || (place !== 'everywhere' && !target.closest(`[data-place="${place}"]`))) continue;
    const chord = keys.find((keysOfIt) => isChord(event, keysOfIt));
    if (chord === undefined) continue;
    const plain = !chord.startsWith('Ctrl') && !/^F\d|^Escape$/.test(chord);
    if (plain && target.matches(textTypes)) continue;
    if (/^(Enter|Space|Arrow|Home|End|Page)/.test(chord) && target.closest(ownKeys)) continue;
    return run;
  }
}

/** Listens for every shortcut. Used once, by the root. */
export function useCommandKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const run = commandOf(event);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
