import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { chordOf, crosses } from './chords';
import { type CommandId, commandIds, commandOf } from './commands';
import { chordsOf, listLetterOf } from './shortcuts';

/** Gets the chord that started it, if a key did. */
type Handler = (chord?: string) => void;
type Live = {
  /** The commands that currently have a handler. */
  live: Partial<Record<CommandId, Handler>>;
  /** Why a command cannot be done at the moment. */
  whyNot: Partial<Record<CommandId, string>>;
};

export const useLiveCommands = create<Live>()(() => ({ live: {}, whyNot: {} }));

type Entry = { readonly value: Handler | string };
/** What the mounted parts of the page have entered, by part and command; the last one is current. */
const entered = new Map<string, readonly Entry[]>();

function enter<K extends keyof Live>(part: K, id: CommandId, value: Handler | string): () => void {
  const [key, entry] = [`${part} ${id}`, { value }];
  const put = (change: (all: readonly Entry[]) => readonly Entry[]) => {
    const all = change(entered.get(key) ?? []);
    entered.set(key, all);
    useLiveCommands.setState(({ [part]: { [id]: _, ...rest } }) => {
      const last = all.at(-1);
      return { [part]: last ? { ...rest, [id]: last.value } : rest };
    });
  };
  put((all) => [...all, entry]);
  return () => put((all) => all.filter((one) => one !== entry));
}

/**
 * Handles a command while the component is mounted and `run` is given, instead of the components that did so before.
 * `whyNot` says why it cannot be done, while `run` is not given.
 */
export function useCommand(id: CommandId, run: Handler | undefined, whyNot?: string): void {
  const latest = useRef(run);
  latest.current = run;
  const on = run !== undefined;
  // Before the page is painted, because a key may come as soon as the user sees it.
  useLayoutEffect(() => {
    if (on) return enter('live', id, (chord) => latest.current?.(chord));
    return whyNot === undefined ? undefined : enter('whyNot', id, whyNot);
  }, [id, on, whyNot]);
}

const textTypes = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
const ownKeys = 'button, a[href], input, [role=slider], [role=separator], [role=menuitem], [role=tab]';

/** Whether the chord of a key event starts the command there. */
function startsHere(id: CommandId, chord: string, target: Element): boolean {
  const { place } = commandOf(id);
  const isIn = (part: string) => target.closest(`[data-place="${part}"]`) !== null;
  if (chord === listLetterOf(id)) return isIn('list');
  if (!chordsOf(id).includes(chord)) return false;
  return (
    place === 'everywhere' || isIn(place) || (crosses(chord) && place !== 'list' && (isIn('form') || isIn('player')))
  );
}

/** Finds the handler of a key event from where it happened; undefined when the key belongs to the control. */
function handlerOf(event: KeyboardEvent): (() => void) | undefined {
  const chord = chordOf(event);
  if (chord === null) return undefined;
  const target = event.target instanceof Element ? event.target : document.body;
  const isPlain = !chord.startsWith('Ctrl') && !/^F\d|^Escape$/.test(chord);
  if (isPlain && target.matches(textTypes)) return undefined;
  if (/^(Enter|Space|Arrow|Home|End|Page)/.test(chord) && target.closest(ownKeys)) return undefined;
  // A menu, popover or dialog is outside the root and handles most keys itself, until it disappears.
  const inDialog = target !== document.body && !target.closest('#root, [data-pane], [data-exiting]');
  const { live } = useLiveCommands.getState();
  const id = commandIds.find(
    (one) => live[one] !== undefined && !(inDialog && !commandOf(one).inDialogs) && startsHere(one, chord, target),
  );
  const run = id && live[id];
  return run && (() => run(chord));
}

/** Whether a key means Undo or Redo, and nothing here can be undone. */
function isLostUndo(event: KeyboardEvent): boolean {
  const chord = chordOf(event);
  const means = (id: CommandId) => chord !== null && chordsOf(id).includes(chord);
  return (means('undo') || means('redo')) && !(event.target instanceof Element && event.target.matches(textTypes));
}

/** Listens for every shortcut. Used once, by the root. */
export function useCommandKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const run = handlerOf(event);
      // Outside of a field, Chromium would undo what was last typed in another one.
      if (run !== undefined || isLostUndo(event)) event.preventDefault();
      run?.();
    };
    // Before the control with the focus: a button takes Ctrl+Enter like Enter.
    const onFirst = (event: KeyboardEvent) => {
      if (chordOf(event) !== 'Ctrl+Enter') return;
      onKeyDown(event);
      if (event.defaultPrevented) event.stopPropagation();
    };
    document.addEventListener('keydown', onFirst, true);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onFirst, true);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
