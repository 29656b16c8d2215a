import { beforeEach, expect, test } from 'vitest';
import { acceleratorOf, chordOf } from '../../renderer/core/chords';
import { commandIds, commandOf } from '../../renderer/core/commands';
import {
  choose,
  chordsOf,
  conflictsOf,
  isReserved,
  keysOfCommand,
  listLetterOf,
  resetAllKeys,
  resetKeys,
  useShortcuts,
} from '../../renderer/core/shortcuts';

beforeEach(() => useShortcuts.setState(useShortcuts.getInitialState()));

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('a key event is read as a chord, whatever the keyboard layout needs for its symbol', () => {
  const altGr = { getModifierState: (name: string) => name === 'AltGraph' };
  expect([
    chordOf({ ...none, key: 'f', ctrlKey: true, shiftKey: true }),
    chordOf({ ...none, key: '?', shiftKey: true }),
    chordOf({ ...none, key: '[', ctrlKey: true, altKey: true, ...altGr }),
    chordOf({ ...none, key: ' ', shiftKey: true }),
    chordOf({ ...none, key: '+', ctrlKey: true }),
    chordOf({ ...none, key: 'ß' }),
    chordOf({ ...none, key: 'Shift', shiftKey: true }),
  ]).toEqual(['Ctrl+Shift+F', '?', '[', 'Shift+Space', 'Ctrl++', 'ß', null]);
});

test('menus get shortcuts in the form of Electron', () => {
  expect(['Ctrl++', 'Ctrl+ArrowUp', 'Ctrl+Shift+F', 'F1'].map(acceleratorOf)).toEqual([
    'CommandOrControl+Plus',
    'CommandOrControl+Up',
    'CommandOrControl+Shift+F',
    'F1',
  ]);
});

test('no two default shortcuts meet in one place', () => {
  const met = commandIds.flatMap((id) => commandOf(id).keys.map((chord) => [id, ...conflictsOf(id, chord)]));
  expect(met.filter(([, other]) => other !== undefined)).toEqual([]);
});

test('a shortcut that another command has is taken from it, and a reset gives it back', () => {
  expect([conflictsOf('search', 'Ctrl+B'), conflictsOf('playerToggle', 'ArrowUp')]).toEqual([['sidebar'], []]);

  choose('search', ['Ctrl+B']);
  expect([chordsOf('search'), chordsOf('sidebar'), keysOfCommand('sidebar')]).toEqual([['Ctrl+B'], [], undefined]);

  resetKeys('sidebar');
  expect([chordsOf('search'), chordsOf('sidebar')]).toEqual([[], ['Ctrl+B']]);
  resetAllKeys();
  expect([chordsOf('search'), useShortcuts.getState().chosen]).toEqual([['Ctrl+F'], {}]);
});

test('a shortcut that works everywhere is taken from the commands of each place', () => {
  expect(conflictsOf('evaluate', 'Home')).toEqual(['listFirst', 'playerStart']);

  choose('evaluate', ['Home', 'Ctrl+Y', 'Ctrl+Shift+Z']);

  expect([chordsOf('listFirst'), chordsOf('playerStart'), chordsOf('redo')]).toEqual([[], [], []]);
});

test('keys that the window or the system needs cannot be chosen, but remain where they are the default', () => {
  const wanted = ['Tab', 'Ctrl+C', 'F11', 'Q', 'Enter', 'Ctrl+J'].filter((chord) => isReserved('search', chord));
  expect(wanted).toEqual(['Tab', 'Ctrl+C', 'F11', 'Q', 'Enter']);
  expect([isReserved('listPlay', 'Enter'), isReserved('clear', 'Escape'), isReserved('playerToggle', 'P')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('single keys work in the player until they are turned off, and in the list once they are turned on', () => {
  expect([chordsOf('playerHearAgent'), listLetterOf('filter')]).toEqual([['A'], undefined]);

  useShortcuts.setState({ singles: { list: true, player: false } });

  expect([chordsOf('playerHearAgent'), chordsOf('playerToggle'), listLetterOf('filter')]).toEqual([[], ['Space'], 'F']);
});
