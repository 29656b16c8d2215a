import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
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

type Entry = { readonly value: Handler | string; readonly ofDraft: boolean };
/** What the mounted parts of the page have entered, by part and command; the last one is current. */
const entered = new Map<string, readonly Entry[]>();

function enter<K extends keyof Live>(part: K, id: CommandId, value: Handler | string, ofDraft: boolean): () => void {
  const [key, entry] = [`${part} ${id}`, { value, ofDraft }];
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
  useEntry(id, run, whyNot, false);
}

/**
 * Undo and Redo of a draft, undefined while there is nothing to take back or to repeat. Its text fields have the attribute
 * `data-draft`, or are in an element with it. There, these take precedence; every other text field undoes its own typing.
 */
export function useDraftUndo(undo: (() => void) | undefined, redo: (() => void) | undefined): void {
  const { t } = useTranslation();
  useEntry('undo', undo, t('keys.nothingToUndo'), true);
  useEntry('redo', redo, t('keys.nothingToRedo'), true);
}

function useEntry(id: CommandId, run: Handler | undefined, whyNot: string | undefined, ofDraft: boolean): void {
  const latest = useRef(run);
  latest.current = run;
  const on = run !== undefined;
  // Before the page is painted, because a key may come as soon as the user sees it.
  useLayoutEffect(() => {
    if (on) return enter('live', id, (chord) => latest.current?.(chord), ofDraft);
    return whyNot === undefined ? undefined : enter('whyNot', id, whyNot, ofDraft);
  }, [id, on, whyNot, ofDraft]);
}

const textTypes = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
const ownKeys = 'button, a[href], input, [role=slider], [role=separator], [role=menuitem], [role=tab]';

/** Whether the target is in an element whose attribute lists the chord, such as `data-own-keys="Ctrl+Enter"`. */
const isListed = (attribute: 'data-own-keys' | 'data-passed-keys', chord: string, target: Element): boolean =>
  target.closest(`[${attribute}~="${CSS.escape(chord)}"]`) !== null;

/**
 * Whether a chord belongs to the control with the focus. An element can keep a chord for what is in it (`data-own-keys`),
 * or pass on one that its controls would have (`data-passed-keys`).
 */
function belongsTo(target: Element, chord: string): boolean {
  if (isListed('data-own-keys', chord, target)) return true;
  if (isListed('data-passed-keys', chord, target)) return false;
  const isPlain = !chord.startsWith('Ctrl') && !/^F\d|^Escape$/.test(chord);
  if (isPlain && target.matches(textTypes)) return true;
  return /^(Enter|Space|Arrow|Home|End|Page)/.test(chord) && target.closest(ownKeys) !== null;
}

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
  if (belongsTo(target, chord)) return undefined;
  if (target.matches(textTypes) && meansUndo(chord)) return undoInText(chord, target);
  // A menu, popover or dialog is outside the root and handles most keys itself, until it disappears.
  const inDialog = target !== document.body && !target.closest('#root, [data-pane], [data-exiting]');
  const { live } = useLiveCommands.getState();
  const id = commandIds.find(
    (one) => live[one] !== undefined && !(inDialog && !commandOf(one).inDialogs) && startsHere(one, chord, target),
  );
  const run = id && live[id];
  return run && (() => run(chord));
}

const meansUndo = (chord: string): boolean => chordsOf('undo').includes(chord) || chordsOf('redo').includes(chord);

/** What a chord undoes or repeats in a text field: a step of its draft. In other fields, the typing in the field. */
function undoInText(chord: string, target: Element): (() => void) | undefined {
  if (target.closest('[data-draft]') === null) return undefined;
  const id = chordsOf('undo').includes(chord) ? 'undo' : 'redo';
  const run = entered.get(`live ${id}`)?.findLast((entry) => entry.ofDraft)?.value;
  // Without a step left, what Chromium would undo is not the draft's.
  return typeof run === 'function' ? () => run(chord) : () => {};
}

/** Whether a key means Undo or Redo, and nothing here can be undone. */
function isLostUndo(event: KeyboardEvent): boolean {
  const chord = chordOf(event);
  return chord !== null && meansUndo(chord) && !(event.target instanceof Element && event.target.matches(textTypes));
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
