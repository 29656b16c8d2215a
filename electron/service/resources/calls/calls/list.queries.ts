import type { Call, listCalls } from '@shared/contract/calls';
import { soundFormats } from '@shared/sound-formats';
import { list } from '../../../access/list';
import { callsInScope, type Scope } from '../../../access/scope';
import { flag, isoTime, jsonList } from '../../../store/fragments';
import { columnsOf, type Fields, integer } from '../../../store/sql';
import { plainColumns } from './columns';
import { stepsOfCalls } from './days.queries';
import { callFilters, callSource } from './filters/filters';
import { otherParty } from './reach.queries';
import { sortOf } from './sorts';
import { talkOf } from './talk/queries';

const participant: Fields<Call['participants'][number]> = {
  ...columnsOf('p', ['participant_id', 'user_id', 'party_direction', 'party_type']),
  ...columnsOf('p', ['party_number', 'party_name', 'party_caller_id']),
  join_time: isoTime('p.join_time'),
  leave_time: isoTime('p.leave_time'),
};
const category: Fields<Call['categories'][number]> = columnsOf('g', [
  'category_id',
  'name',
  'private_user_id',
  'parent_id',
]);
const mediaType = `CASE f.format ${Object.entries(soundFormats)
  .map(([format, { media_type }]) => `WHEN '${format}' THEN '${media_type}'`)
  .join(' ')} END`;
const file: Fields<Call['files'][number]> = {
  media_type: mediaType,
  ...columnsOf('f', ['file_id', 'file_size', 'file_path', 'watermark', 'codec', 'sample_rate', 'channels']),
  ...columnsOf('f', [
    'agent_channel',
    'encrypt_key',
    'encrypt_tag',
    'encrypt_fingerprint',
    'duration_ms',
    'unheard_bytes',
    'original_name',
  ]),
  start_time: isoTime('f.start_time'),
  stop_time: isoTime('f.stop_time'),
  truncated: flag('f.truncated'),
  damaged: flag('f.damaged'),
};
const pausedSpan: Fields<Call['paused_spans'][number]> = {
  start_time: isoTime('s.start_time'),
  stop_time: isoTime('s.stop_time'),
};
/** SQL: when the recording of the call `c` was paused. */
export const pausedSpans = jsonList(pausedSpan, 'call_pauses s WHERE s.call_pk = c.call_pk', 's.place');
const customValue: Fields<Call['custom_fields'][number]> = {
  ...columnsOf('d', ['field_id', 'name']),
  value: 'v.value',
};

/**
 * A call `c`. Private categories are visible to their owner, and values of disabled fields to users who may edit
 * fields.
 */
export const callRecord = (scope: Scope): Fields<Call> => ({
  ...columnsOf('c', plainColumns),
  setup_time: isoTime('c.setup_time'),
  connect_time: isoTime('c.connect_time'),
  disconnect_time: isoTime('c.disconnect_time'),
  confidential: flag('c.confidential'),
  legal_hold: flag('c.legal_hold'),
  paused_spans: pausedSpans,
  participants: jsonList(participant, 'call_participants p WHERE p.call_pk = c.call_pk', 'p.participant_id'),
  categories: jsonList(
    category,
    `call_categories k JOIN categories g USING (category_id)
      WHERE k.call_pk = c.call_pk AND (g.private_user_id IS NULL OR g.private_user_id = @scope_user)`,
    'g.name_folded',
  ),
  files: jsonList(file, 'call_files f WHERE f.call_pk = c.call_pk', 'f.file_id'),
  custom_fields: jsonList(
    customValue,
    `call_custom_values v JOIN custom_fields d USING (field_id)
      WHERE v.call_pk = c.call_pk ${scope.disabled_fields ? '' : 'AND d.enable = 1'}`,
    'd.position, d.name_folded',
  ),
  talk: talkOf,
});

/** Calls, newest or oldest first. */
export const callList = list<typeof listCalls>('/api/v2/calls.json', {
  from: 'calls c',
  record: callRecord,
  key: [integer('c.call_pk')],
  descending: ({ sort_order }) => sort_order === 'desc',
  scope: (scope) => callsInScope(scope, 'c'),
  filters: callFilters,
  source: callSource,
  sorted: { isAsked: ({ sort = 'setup_time' }) => sort !== 'setup_time', by: sortOf },
  steps: stepsOfCalls,
  id: 'c.call_id',
  named: { as: 'call', by: otherParty },
  version: 'c.updated_at',
  held: 'c.legal_hold = 1',
});
