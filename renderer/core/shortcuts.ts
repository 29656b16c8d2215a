import { chordText, crosses, isSingle } from './chords';
import { type CommandId, type CommandPlace, commandIds, commandOf } from './commands';
import { ownStore } from './own-store';

type Shortcuts = {
  /** The chords that the user has chosen instead of the default ones. */
  chosen: Partial<Record<CommandId, readonly string[]>>;
  /** Whether single letters and symbols work there. */
  singles: { list: boolean; player: boolean };
};

/** The shortcuts of each user. */
export const useShortcuts = ownStore<Shortcuts>('shortcuts', { chosen: {}, singles: { list: false, player: true } });

/** The chords of a command as the user has chosen them, even if single keys are turned off. */
export const chosenChords = (id: CommandId, { chosen } = useShortcuts.getState()): readonly string[] =>
  chosen[id] ?? commandOf(id).keys;

/** The chords that start a command at the moment, in its place. */
export function chordsOf(id: CommandId, shortcuts = useShortcuts.getState()): readonly string[] {
  const { singles } = shortcuts;
  const chords = chosenChords(id, shortcuts);
  const isOfPlayer = commandOf(id).place === 'player' || commandOf(id).place === 'form';
  return isOfPlayer && !singles.player ? chords.filter((chord) => !isSingle(chord)) : chords;
}

/** The letter that starts a command in the list as well, if the user has turned these on. */
export const listLetterOf = (id: CommandId, { singles } = useShortcuts.getState()): string | undefined =>
  singles.list ? commandOf(id).listLetter : undefined;

/** The first shortcut of a command, for a tooltip or a key cap. */
export function keysOfCommand(id: CommandId, shortcuts = useShortcuts.getState()): string | undefined {
  const [first] = chordsOf(id, shortcuts);
  return first === undefined ? undefined : chordText(first);
}

/** The same, for components: renders again when shortcuts change. */
export function useKeysOf(): (id: CommandId) => string | undefined {
  const shortcuts = useShortcuts();
  return (id) => keysOfCommand(id, shortcuts);
}

/** Chords that the window or the system needs: moving the focus, editing text, ending the program. */
const reserved = /^(Enter|Tab|Shift\+Tab|Escape|Delete|Backspace|F11|Alt\+F4|Ctrl\+[CVXYZQW]|Ctrl\+Shift\+Z)$/;

/** Whether no command can get this chord. Its own default keys are always possible. */
export const isReserved = (id: CommandId, chord: string): boolean =>
  !commandOf(id).keys.includes(chord) &&
  (reserved.test(chord) || (isSingle(chord) && commandOf(id).place === 'everywhere'));

const onStage = (place: CommandPlace) => place === 'player' || place === 'form';
const meet = (a: CommandPlace, b: CommandPlace, chord: string) =>
  a === b || a === 'everywhere' || b === 'everywhere' || (onStage(a) && onStage(b) && crosses(chord));

/** Whether a command leaves the chord to the other one where that works. */
const yields = (id: CommandId, other: CommandId, chord: string) =>
  commandOf(id).yields?.includes(chord) && onStage(commandOf(other).place);

/** Commands whose default keys are the same: the first one that can be done is. */
const shared: readonly (readonly CommandId[])[] = [
  ['listTick', 'listPlay'],
  ['listRemove', 'removeCall'],
];

/** The other commands that have this chord where `id` works. */
export const conflictsOf = (id: CommandId, chord: string): CommandId[] =>
  commandIds.filter(
    (other) =>
      other !== id &&
      meet(commandOf(id).place, commandOf(other).place, chord) &&
      !yields(id, other, chord) &&
      !yields(other, id, chord) &&
      !shared.some((pair) => pair.includes(id) && pair.includes(other)) &&
      chosenChords(other).includes(chord),
  );

/** Sets the chords of a command. Other commands that have one of them lose it. */
export function choose(id: CommandId, chords: readonly string[]): void {
  useShortcuts.setState(({ chosen }) => {
    const next = { ...chosen };
    for (const chord of chords) {
      for (const other of conflictsOf(id, chord))
        next[other] = (next[other] ?? commandOf(other).keys).filter((one) => one !== chord);
    }
    return { chosen: { ...next, [id]: chords } };
  });
}

/** Gives a command its default keys back. */
export function resetKeys(id: CommandId): void {
  choose(id, commandOf(id).keys);
  useShortcuts.setState(({ chosen: { [id]: _, ...chosen } }) => ({ chosen }));
}

/** Gives every command its default keys back. */
export function resetAllKeys(): void {
  useShortcuts.setState({ chosen: {} });
}
