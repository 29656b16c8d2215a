import type { Note } from '@shared/contract/notes';
import { lengthText } from '../../i18n/times';
import { csvOf } from '../../list/csv';

export const inSeconds = (ms: number): string => lengthText(Math.floor(ms / 1000));

/** Where a note is in its recording: `2:14`, `2:51–3:25`, or nothing for the call as a whole. */
export const whereOf = ({ position, end_position }: Pick<Note, 'position' | 'end_position'>): string =>
  [position, end_position].flatMap((ms) => (ms === null ? [] : [inSeconds(ms)])).join('–');

type Words = { unknown: string; edited: (name: string) => string; time: (timestamp: string) => string };

/** The notes of a call as text to read: a paragraph each, under a title. */
export const textOfNotes = (title: string, notes: readonly Note[], words: Words): string =>
  [title, ...notes.map((note) => [aboutOf(note, words), note.text].join('\n'))].join('\n\n').concat('\n');

const aboutOf = (note: Note, { unknown, edited, time }: Words) => {
  const by = note.editor_name === null ? '' : edited(note.editor_name);
  return [whereOf(note), note.user_name ?? unknown, time(note.created_at), by]
    .filter((part) => part !== '')
    .join(' · ');
};

const columns = {
  start: ({ position }: Note) => (position === null ? '' : String(position)),
  end: ({ end_position }: Note) => (end_position === null ? '' : String(end_position)),
  text: ({ text }: Note) => text,
  author: ({ user_name }: Note) => user_name ?? '',
  written: ({ created_at }: Note) => created_at,
  editor: ({ editor_name }: Note) => editor_name ?? '',
};
type NoteColumn = keyof typeof columns;

/** The notes of a call as CSV: start and end in ms, text, author, when it was written, and who else edited it. */
export const csvOfNotes = (nameOf: (column: NoteColumn) => string, notes: readonly Note[]): string =>
  csvOf(
    (Object.keys(columns) as NoteColumn[]).map((column) => ({ name: nameOf(column), text: columns[column] })),
    notes,
  );
