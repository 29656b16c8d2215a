import { evaluationReportApi } from '@shared/contract/evaluation-reports';
import type { CallEvent, EvaluationEvent, NoteEvent, RecordingEvent } from '@shared/contract/events';
import { listImports } from '@shared/contract/imports';
import { noteApi } from '@shared/contract/notes';
import { holds, type Permission } from '@shared/permissions';
import type { Reach } from '../../../access/scope';
import type { Announcement } from '../../../store/announce';
import type { Store } from '../../../store/store';
import { selectReached } from '../../calls/calls';
import { selectReachedReports } from '../../judgement/evaluation';
import { importList } from '../../sources/imports';
import { selectReachedRecordings } from '../../sources/recordings';

/** An event that the caller may see, about the record `id`. */
export type Seen = {
  id: string;
  event: 'call' | 'recording' | 'note' | 'evaluation' | 'import' | 'reset';
  data: string;
};

/** The events of these announcements within the caller's scope and rights, as they are now. */
export async function seenBy(reach: Reach, announced: readonly Announcement[], store: Store): Promise<Seen[]> {
  const { actor, scope } = reach;
  const may = (permission: Permission) => holds(actor.permissions, permission);
  const calls = announced.filter((one) => one.about === 'call');
  const imports = announced.filter((one) => one.about === 'import' && may(listImports.permission));
  const notes = may(noteApi.list.permission) ? announced.filter((one) => one.about === 'note') : [];
  const evaluations = may(evaluationReportApi.list.permission)
    ? announced.filter((one) => one.about === 'evaluation')
    : [];
  const recordings = announced.filter((one) => one.about === 'recording');
  const idsOf = (some: readonly Announcement[]) => some.map(({ id }) => id);
  const call_ids = [...idsOf(calls), ...notes.map(({ call_id }) => call_id)];
  const reached = call_ids.length > 0 ? await store.read(selectReached, { ids: call_ids, scope }) : new Map();
  const recorded =
    recordings.length > 0 ? await store.read(selectReachedRecordings, { ids: idsOf(recordings), scope }) : new Set();
  const zone = actor.zone;
  const progress =
    imports.length > 0 ? await store.read(importList.several, { ids: idsOf(imports), scope, zone }) : new Map();
  const before = evaluations.flatMap(({ id, was }) => (was ? [{ id, ...was }] : []));
  const reports =
    evaluations.length > 0
      ? await store.read(selectReachedReports, { ids: idsOf(evaluations), before, scope })
      : { now: new Set<string>(), before: new Set<string>() };
  return [
    ...calls
      .filter(({ id, change }) => reached.get(id) === (change === 'removed'))
      .map(({ id, change }): Seen => {
        const data: CallEvent = { call_id: id, change };
        return { id, event: 'call', data: JSON.stringify(data) };
      }),
    ...recordings
      .filter(({ id }) => recorded.has(id))
      .map(({ id, call_id, change, ended_by }): Seen => {
        const data: RecordingEvent = { recording_id: id, call_id, change, ended_by };
        return { id, event: 'recording', data: JSON.stringify(data) };
      }),
    ...notes
      .filter(({ call_id }) => reached.get(call_id) === false)
      .map(({ id, call_id, change }): Seen => {
        const data: NoteEvent = { note_id: id, call_id, change };
        return { id, event: 'note', data: JSON.stringify(data) };
      }),
    ...evaluations
      .filter(({ id }) => reports.now.has(id) || reports.before.has(id))
      .map(({ id, change }): Seen => {
        const data: EvaluationEvent = { report_id: id, change: reports.now.has(id) ? change : 'removed' };
        return { id, event: 'evaluation', data: JSON.stringify(data) };
      }),
    ...imports.flatMap(({ id }): Seen[] => {
      const data = progress.get(id);
      return data === undefined ? [] : [{ id, event: 'import', data }];
    }),
  ];
}
