import type { CallEvent, RecordingEvent } from '@shared/contract/events';
import { listImports } from '@shared/contract/imports';
import { holds } from '@shared/permissions';
import type { Reach } from '../../access/scope';
import type { Announcement } from '../../store/announce';
import type { Store } from '../../store/store';
import { selectReached } from '../calls';
import { importList } from '../imports';

/** An event that the caller may see, about the record `id`. */
export type Seen = { id: string; event: 'call' | 'recording' | 'import' | 'reset'; data: string };

/** The events of these announcements within the caller's scope and rights, as they are now. */
export async function seenBy(reach: Reach, announced: readonly Announcement[], store: Store): Promise<Seen[]> {
  const { actor, scope } = reach;
  const calls = announced.filter((one) => one.about === 'call');
  const imports = holds(actor.permissions, listImports.permission)
    ? announced.filter((one) => one.about === 'import')
    : [];
  const recordings = announced.filter((one) => one.about === 'recording');
  const idsOf = (some: readonly Announcement[]) => some.map(({ id }) => id);
  const call_ids = [...idsOf(calls), ...recordings.map(({ call_id }) => call_id)];
  const reached = call_ids.length > 0 ? await store.read(selectReached, { ids: call_ids, scope }) : new Map();
  const zone = actor.zone;
  const progress =
    imports.length > 0 ? await store.read(importList.several, { ids: idsOf(imports), scope, zone }) : new Map();
  return [
    ...calls
      .filter(({ id, change }) => reached.get(id) === (change === 'removed'))
      .map(({ id, change }): Seen => {
        const data: CallEvent = { call_id: id, change };
        return { id, event: 'call', data: JSON.stringify(data) };
      }),
    ...recordings
      .filter(({ call_id }) => reached.get(call_id) === false)
      .map(({ id, call_id, change, ended_by }): Seen => {
        const data: RecordingEvent = { recording_id: id, call_id, change, ended_by };
        return { id, event: 'recording', data: JSON.stringify(data) };
      }),
    ...imports.flatMap(({ id }): Seen[] => {
      const data = progress.get(id);
      return data === undefined ? [] : [{ id, event: 'import', data }];
    }),
  ];
}
