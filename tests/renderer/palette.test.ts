import { expect, test } from 'vitest';
import { type Entry, matching } from '../../renderer/app/palette/entry';
import { match } from '../../renderer/app/palette/match';
import { readTyped } from '../../renderer/app/palette/typed';

const marked = (text: string, typed: string) => {
  const found = match(text, typed);
  return found && [...text].map((letter, at) => (found.at.has(at) ? letter.toUpperCase() : letter)).join('');
};

test('typed words are found at the start of words, inside them, and as initials', () => {
  expect([
    marked('go to date', 'go da'),
    marked('categories', 'go'),
    marked('go to date', 'gtd'),
    marked('keyboard shortcuts', 'keysho'),
    marked('zoom in', 'nz'),
  ]).toEqual(['GO to DAte', 'cateGOries', 'Go To Date', 'KEYboard SHOrtcuts', null]);
});

const entry = (text: string, more: Partial<Entry> = {}): Entry => ({
  id: text,
  text,
  icon: null,
  run: () => {},
  ...more,
});
const found = (entries: Entry[], typed: string) => matching(entries, typed).map(({ text }) => text);

test('the best matches come first, those in the other language later, and what is not possible last', () => {
  const entries = [
    entry('Actual size', { also: ['Normale Größe'] }),
    entry('Export the notes'),
    entry('Note at this moment', { whyNot: 'No call is open' }),
    entry('Normal speed'),
    entry('Sidebar'),
  ];
  expect(found(entries, 'no')).toEqual(['Normal speed', 'Export the notes', 'Actual size', 'Note at this moment']);
});

test('entries that match equally well keep their order, so that those used last come first', () => {
  expect(found([entry('Zoom out'), entry('Zoom in')], 'zoom')).toEqual(['Zoom out', 'Zoom in']);
});

test('a sign at the start chooses a group', () => {
  expect([readTyped('>zo', null), readTyped('# 030', 'people'), readTyped('zo ', 'pages')]).toEqual([
    { text: 'zo', group: 'commands' },
    { text: '030', group: 'calls' },
    { text: 'zo', group: 'pages' },
  ]);
});
