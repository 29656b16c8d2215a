import type { NoteEvent } from '@shared/contract/events';
import { noteApi } from '@shared/contract/notes';
import { holds } from '@shared/permissions';
import type { Service } from '../../../../context';
import { bindCollection } from '../../../../http/collection';
import { followed } from '../../../../http/followed';
import { callList } from '../list.queries';
import { selectReached } from '../reach.queries';
import { changeNote, insertNote, noteChanges, noteList, removeNote } from './queries';

export function noteRoutes(service: Service): void {
  const rules = { list: noteList, under: callList, insert: insertNote, change: changeNote, remove: removeNote };
  bindCollection(service, noteApi, rules);
  service.part(followed).add(noteChanges, async (notes, { actor, scope }) => {
    if (!holds(actor.permissions, noteApi.list.permission)) return [];
    const reached = await service.store.read(selectReached, { ids: notes.map(({ call_id }) => call_id), scope });
    return notes
      .filter(({ call_id }) => reached.get(call_id) === false)
      .map(({ id, call_id, change }) => ({ id, data: { note_id: id, call_id, change } satisfies NoteEvent }));
  });
}
