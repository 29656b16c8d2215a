import { noteApi } from '@shared/contract/notes';
import type { Service } from '../../../../context';
import { bindCollection } from '../../../../http/collection';
import { callList } from '../list.queries';
import { changeNote, insertNote, noteList, removeNote } from './queries';

export function noteRoutes(service: Service): void {
  const rules = { list: noteList, under: callList, insert: insertNote, change: changeNote, remove: removeNote };
  bindCollection(service, noteApi, rules);
}
