import type { Note } from '@shared/contract/notes';
import { expect, test } from 'vitest';
import { csvOfNotes, textOfNotes, whereOf } from '../../renderer/features/call/note-text';

const note = (text: string, position: number | null, end_position: number | null = null): Note => ({
  note_id: '1',
  user_id: null,
  user_name: null,
  editor_id: null,
  editor_name: null,
  text,
  position,
  end_position,
  created_at: '2026-11-20T14:32:00Z',
  updated_at: '2026-11-20T14:32:00Z',
});
const notes = [
  note('On all of it', null),
  note('=SUM(A1)', 47_900),
  { ...note('Two\nlines', 171_000, 205_000), user_name: 'Marta', editor_name: 'Ada' },
];
const words = {
  unknown: 'Deleted user',
  edited: (name: string) => `edited by ${name}`,
  time: (timestamp: string) => timestamp.slice(0, 10),
};

test('the place of a note is its moment, its region, or nothing', () => {
  expect(notes.map(whereOf)).toEqual(['', '0:47', '2:51–3:25']);
});

test('notes as text: a title, then each with its place, author and time', () => {
  expect(textOfNotes('Notes on Acme', notes, words)).toBe(
    [
      'Notes on Acme\n',
      'Deleted user · 2026-11-20\nOn all of it\n',
      '0:47 · Deleted user · 2026-11-20\n=SUM(A1)\n',
      '2:51–3:25 · Marta · 2026-11-20 · edited by Ada\nTwo\nlines\n',
    ].join('\n'),
  );
});

test('notes as CSV: times in ms, no formula, and texts of several lines in quotes', () => {
  expect(csvOfNotes((column) => column, notes)).toBe(
    [
      '\ufeffstart,end,text,author,written,editor',
      ',,On all of it,,2026-11-20T14:32:00Z,',
      "47900,,'=SUM(A1),,2026-11-20T14:32:00Z,",
      '171000,205000,"Two\nlines",Marta,2026-11-20T14:32:00Z,Ada',
      '',
    ].join('\r\n'),
  );
});
