import type { listEndedRecordings } from '@shared/contract/recordings';
import { list } from '../../../access/list';
import { isoTime, joinedInOrder } from '../../../store/fragments';
import { integer, text } from '../../../store/sql';
import { recordingsInScope } from './reach.queries';

/** The recordings that are closed, last closed first. */
export const endedRecordingList = list<typeof listEndedRecordings>('/api/v2/ended_recordings.json', {
  from: joinedInOrder('recordings r', 'calls c', 'ON c.call_pk = r.call_pk'),
  record: { recording_id: 'r.recording_id', call_id: 'c.call_id', ended_at: isoTime('r.updated_at') },
  key: [integer('r.updated_at'), text('r.recording_id')],
  descending: () => true,
  scope: (scope) => `r.status = 'closed' AND ${recordingsInScope(scope)}`,
  filters: {},
});
