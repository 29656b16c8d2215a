import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { catchUp } from './behind';
import { chordOf, crosses } from './chords';
import { type CommandId, commandIds, commandOf } from './commands';
import { chordsOf, listLetterOf } from './shortcuts';

/** Gets the chord that started it, if a key did. */
type Handler = (chord?: string) => void;
type Live = {
  /** The commands that currently have a handler. */
  live: Partial<Record<CommandId, true>>;
  /** Why a command cannot be done at the moment. */
  whyNot: Partial<Record<CommandId, string>>;
};

/** What the window shows of the commands. A key finds its handler without it. */
export const useLiveCommands = create<Live>()(() => ({ live: {}, whyNot: {} }));

export const useIsLive = (id: CommandId): boolean => useLiveCommands(({ live }) => live[id] ?? false);

type Entries<T> = Map<CommandId, readonly { readonly value: T; readonly ofDraft: boolean }[]>;
/** What the mounted parts of the page have entered for each command; the last one is current. */
const handlers: Entries<Handler> = new Map();
const reasons: Entries<string> = new Map();

const currentIn = <T>(entries: Entries<T>, id: CommandId): T | undefined => entries.get(id)?.at(-1)?.value;

function enter<T>(entries: Entries<T>, id: CommandId, value: T, ofDraft: boolean): () => void {
  const entry = { value, ofDraft };
  entries.set(id, [...(entries.get(id) ?? []), entry]);
  showSoon();
  if (wish?.id === id) fulfil();
  return () => {
    entries.set(id, entries.get(id)?.filter((one) => one !== entry) ?? []);
    showSoon();
  };
}

let isDue = false;

/** Once for all commands of a page that appears, and in a task of its own: the menu, the shell and the player render then. */
function showSoon(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    const live = commandIds.flatMap((id) => (currentIn(handlers, id) ? [[id, true]] : []));
    const whyNot = commandIds.map((id) => [id, currentIn(reasons, id)]);
    const next: Live = { live: Object.fromEntries(live), whyNot: Object.fromEntries(whyNot) };
    useLiveCommands.setState((before) => replaceEqualDeep(before, next));
  });
}

/** A command about the call in the pane that was asked for before it can be done. The next key or click takes it back. */
let wish: { id: CommandId; chord: string | undefined; at: number } | null = null;
const wishLastsMs = 5_000;

/** Whether the pane still shows another call than the selected one, which is being loaded. */
let isPaneComing = false;

/** For the page of the pane: while its call is coming, commands about it wait. */
export function usePaneComing(isComing: boolean): void {
  useLayoutEffect(() => {
    isPaneComing = isComing;
    if (!isComing) fulfil();
    return () => {
      isPaneComing = false;
    };
  }, [isComing]);
}

/** Does what was asked for, as soon as it can be done. */
function fulfil(): void {
  if (wish === null) return;
  const { id, chord, at } = wish;
  wish = null;
  // Outside of the render that made it possible.
  if (performance.now() - at < wishLastsMs) setTimeout(() => runCommand(id, chord));
}

/** Does what a command currently does, if it can be done. One about the call in the pane waits for that call. */
export function runCommand(id: CommandId, chord?: string): void {
  if (commandOf(id).ofPane && !isPaneComing) catchUp();
  const run = commandOf(id).ofPane && isPaneComing ? undefined : currentIn(handlers, id);
  if (run) run(chord);
  else if (commandOf(id).ofPane) wish = { id, chord, at: performance.now() };
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
  // Not while it renders: a page that is rendered behind can be given up again.
  useLayoutEffect(() => {
    latest.current = run;
  });
  const on = run !== undefined;
  // Before the page is painted, because a key may come as soon as the user sees it.
  useLayoutEffect(() => {
    if (on) return enter(handlers, id, (chord) => latest.current?.(chord), ofDraft);
    return whyNot === undefined ? undefined : enter(reasons, id, whyNot, ofDraft);
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
  // One about the call in the pane may become possible with the call.
  const mayCome = (one: CommandId) => commandOf(one).ofPane && document.getElementById('inspector') !== null;
  const id = commandIds.find(
    (one) =>
      (currentIn(handlers, one) || mayCome(one)) &&
      !(inDialog && !commandOf(one).inDialogs) &&
      startsHere(one, chord, target),
  );
  return id && (() => runCommand(id, chord));
}

const meansUndo = (chord: string): boolean => chordsOf('undo').includes(chord) || chordsOf('redo').includes(chord);

/** What a chord undoes or repeats in a text field: a step of its draft. In other fields, the typing in the field. */
function undoInText(chord: string, target: Element): (() => void) | undefined {
  if (target.closest('[data-draft]') === null) return undefined;
  const id = chordsOf('undo').includes(chord) ? 'undo' : 'redo';
  const run = handlers.get(id)?.findLast((entry) => entry.ofDraft)?.value;
  // Without a step left, what Chromium would undo is not the draft's.
  return () => run?.(chord);
}

/** Whether a key means Undo or Redo, and nothing here can be undone. */
function isLostUndo(event: KeyboardEvent): boolean {
  const chord = chordOf(event);
  return chord !== null && meansUndo(chord) && !(event.target instanceof Element && event.target.matches(textTypes));
}

/** Listens for every shortcut. Used once, by the root. */
export function useCommandKeys(): void {
  useEffect(() => {
    const takeBack = () => {
      wish = null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (chordOf(event) !== null) takeBack();
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
    document.addEventListener('pointerdown', takeBack, true);
    return () => {
      document.removeEventListener('pointerdown', takeBack, true);
      document.removeEventListener('keydown', onFirst, true);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
