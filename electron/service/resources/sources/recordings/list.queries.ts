import type { listRecordings } from '@shared/contract/recordings';
import { list } from '../../../access/list';
import { isoTime, joinedInOrder } from '../../../store/fragments';
import { columnsOf, text } from '../../../store/sql';
import { pausedSpans } from '../../calls/calls';
import { recordingsInScope } from './reach.queries';

/** The recordings that are not closed. There are few, so their order is left to the caller. */
export const openRecordingList = list<typeof listRecordings>('/api/v2/recordings.json', {
  from: joinedInOrder('recordings r', 'calls c', 'ON c.call_pk = r.call_pk'),
  record: {
    ...columnsOf('r', ['recording_id', 'status']),
    call_id: 'c.call_id',
    setup_time: isoTime('c.setup_time'),
    paused_spans: pausedSpans,
    // Only the recorder knows whether its sender has continued.
    interrupted: 'NULL',
  },
  key: [text('r.recording_id')],
  scope: (scope) => `r.status <> 'closed' AND ${recordingsInScope(scope)}`,
  filters: {},
  id: 'r.recording_id',
});
