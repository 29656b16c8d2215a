import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chordOf, crosses } from './chords';
import { currentIn, enter, type Handler, handlers, reasons } from './command-entries';
import { type CommandId, commandIds, commandOf } from './commands';
import { fulfil, isBlocked, mayCome, runCommand, useTakeBack } from './run-command';
import { chordsOf, listLetterOf } from './shortcuts';

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
    if (on) {
      const leave = enter(handlers, id, (chord) => latest.current?.(chord), ofDraft);
      fulfil(id);
      return leave;
    }
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
  const { place, yields } = commandOf(id);
  if (yields?.includes(chord) && target.closest('[data-place=player], [data-place=form], [data-stage]')) return false;
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
  const id = commandIds.find(
    (one) =>
      (currentIn(handlers, one) || mayCome(one)) &&
      !(inDialog && !commandOf(one).inDialogs) &&
      startsHere(one, chord, target),
  );
  if (id === undefined) return undefined;
  return event.repeat && commandOf(id).once ? () => {} : () => runCommand(id, chord);
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

/** The buttons at the side of a mouse, by their number in an event. */
const sideButtons: Readonly<Record<number, CommandId>> = { 3: 'back', 4: 'forward' };

/** Listens for every shortcut. Used once, by the root. */
export function useCommandKeys(): void {
  useTakeBack();
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
    // Chromium would go through its own history, and past a dialog.
    const onSideButton = (event: MouseEvent) => {
      const id = sideButtons[event.button];
      if (id === undefined) return;
      event.preventDefault();
      if (event.type === 'mouseup' && !isBlocked(id)) runCommand(id);
    };
    document.addEventListener('keydown', onFirst, true);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('mousedown', onSideButton, true);
    document.addEventListener('mouseup', onSideButton, true);
    return () => {
      document.removeEventListener('mousedown', onSideButton, true);
      document.removeEventListener('mouseup', onSideButton, true);
      document.removeEventListener('keydown', onFirst, true);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
