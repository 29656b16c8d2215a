import type { NoteEvent } from '@shared/contract/events';
import type { ChangedNote, NewNote, noteApi } from '@shared/contract/notes';
import { fold } from '@shared/fold';
import { holds } from '@shared/permissions';
import { reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../../access/changes';
import { followed } from '../../../../access/followed';
import { list } from '../../../../access/list';
import { callsInScope, type Scope } from '../../../../access/scope';
import { found, invalid } from '../../../../refusal';
import { Announcer } from '../../../../store/announce';
import type { Connection } from '../../../../store/connection';
import { isoTime } from '../../../../store/fragments';
import { change } from '../../../../store/query';
import { insertRecord, mustMatchVersion, updateRecord } from '../../../../store/record';
import { columnsOf, integer, text } from '../../../../store/sql';
import { orderByNotes } from '../order.queries';
import { callInScope, otherParty, selectReached } from '../reach.queries';

/** The author is no other person who edited it. */
const editor_id = 'CASE WHEN n.editor_id <> n.user_id OR n.user_id IS NULL THEN n.editor_id END';

/** The notes of a call, first written first. */
export const noteList = list<typeof noteApi.list>('/api/v2/calls/:call_id.json/notes.json', {
  from: 'call_notes n',
  record: {
    ...columnsOf('n', ['note_id', 'user_id', 'text', 'position', 'end_position']),
    user_name: '(SELECT u.name FROM users u WHERE u.user_id = n.user_id)',
    editor_id,
    editor_name: `(SELECT u.name FROM users u WHERE u.user_id = ${editor_id})`,
    created_at: isoTime('n.created_at'),
    updated_at: isoTime('n.updated_at'),
  },
  key: [integer('n.created_at'), text('n.note_id')],
  scope: (scope) => `EXISTS (SELECT 1 FROM calls c WHERE c.call_pk = n.call_pk AND ${callsInScope(scope, 'c')})`,
  filters: { call_id: (id, { bind }) => `n.call_pk = (SELECT call_pk FROM calls WHERE call_id = ${bind(id)})` },
  id: 'n.note_id',
  named: { as: 'note', by: `(SELECT ${otherParty} FROM calls c WHERE c.call_pk = n.call_pk)` },
  parent: '(SELECT call_id FROM calls WHERE call_pk = n.call_pk)',
  version: 'n.updated_at',
  held: 'EXISTS (SELECT 1 FROM calls c WHERE c.call_pk = n.call_pk AND c.legal_hold = 1)',
});

type Which = { id: string; parent?: string | undefined; scope: Scope };
const target = ({ id, parent, scope }: Which) => ({
  list: noteList,
  resource: 'note' as const,
  call_id: found(parent),
  id,
  parent,
  scope,
});

/** The changes of notes. One that was created or removed, and then changed, remains just that. */
export const noteChanges = new Announcer<Omit<NoteEvent, 'note_id'>>('note', {
  replaces: ({ change }) => change !== 'changed',
});

followed(noteChanges, (db, notes, { permissions, scope }) => {
  if (!holds(permissions, 'call_notes:view')) return [];
  const reached = selectReached.run(db, { ids: notes.map(({ call_id }) => call_id), scope });
  return notes
    .filter(({ call_id }) => reached.get(call_id) === false)
    .map(({ id, call_id, change }) => ({ id, data: { note_id: id, call_id, change } satisfies NoteEvent }));
});

function announceNote(db: Connection, { id, parent }: Which, change: NoteEvent['change']): void {
  noteChanges.announce(db, id, { call_id: found(parent), change });
}

type Region = { position: number | null; end_position: number | null };
type Written = Region & { text: string };

/** Refuses a region that ends before it begins, or has no beginning. */
function checkRegion({ position, end_position }: Region): void {
  if (end_position === null) return;
  if (position === null) throw invalid({ position: reason('required') });
  if (end_position < position) throw invalid({ end_position: reason('region_ends_early') });
}

/** A note to store with its call. */
export type StoredNote = { note_id: string; call_id: string; text: string };

/** Stores notes on many calls in one transaction. */
export const insertNotes = change('notes.insert-many', (db, { notes }: { notes: StoredNote[] }, by): void => {
  const find = db.prepare<{ call_id: string }, { call_pk: number }>(
    'SELECT call_pk FROM calls WHERE call_id = @call_id',
  );
  for (const { note_id, call_id, text } of notes) {
    const { call_pk } = found(find.get({ call_id }));
    insertRecord(db, 'call_notes', { note_id, call_pk, user_id: by.user_id, text, text_folded: fold(text) }, by);
    orderByNotes(db, call_pk);
  }
});

/** Stores and audits a note on a call. Refused with NotFound for a call out of scope, or InvalidRecord by field. */
export const insertNote = change('notes.insert', (db, { id, parent, record, scope }: Insert<NewNote>, by): void => {
  checkRegion(record);
  const { call_pk } = found(callInScope(db, found(parent), scope));
  const row = { note_id: id, call_pk, user_id: by.user_id, ...record, text_folded: fold(record.text) };
  insertRecord(db, 'call_notes', row, by);
  orderByNotes(db, call_pk);
  auditCreated(db, by, target({ id, parent, scope }));
  announceNote(db, { id, parent, scope }, 'created');
});

/** Changes and audits a note. Refused with NotFound, Stale, InvalidRecord by field, or Conflict under legal hold. */
export const changeNote = change(
  'notes.change',
  (db, { record, versions, ...which }: Update<ChangedNote>, by): void => {
    auditChanged(db, by, target(which), () => {
      const was = found(
        db
          .prepare<object, Written>('SELECT text, position, end_position FROM call_notes WHERE note_id = @id')
          .get({ id: which.id }),
      );
      const { text, position = was.position, end_position = was.end_position } = record;
      checkRegion({ position, end_position });
      const editor_id = text === undefined || text === was.text ? undefined : by.user_id;
      const columns = { text, text_folded: text && fold(text), position, end_position, editor_id };
      updateRecord(db, 'call_notes', { id: { note_id: which.id }, versions }, columns, by);
    });
    announceNote(db, which, 'changed');
  },
);

/** Deletes and audits a note. Refused with NotFound, Stale, or Conflict under legal hold. */
export const removeNote = change('notes.remove', (db, { versions, ...which }: Remove, by): void => {
  auditDeleted(db, by, target(which), () => {
    const row = { note_id: which.id };
    mustMatchVersion(db, 'call_notes', { id: row, versions });
    const removed = db
      .prepare<typeof row, { call_pk: number }>('DELETE FROM call_notes WHERE note_id = @note_id RETURNING call_pk')
      .get(row);
    if (removed) orderByNotes(db, removed.call_pk);
    return {};
  });
  announceNote(db, which, 'removed');
});
