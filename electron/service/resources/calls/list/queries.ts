import { listCalls } from '@shared/contract/calls';
import { list } from '../../../access/list';
import { callsInScope, type Scope } from '../../../access/scope';
import { integer } from '../../../store/sql';
import { callFilters, callSource } from '../filters';
import { type CallRow, callColumns, callOf } from '../rows';

/** The lists of a call `c`, each a JSON array. Private categories are for their owner, disabled fields for who edits them. */
const callLists = (scope: Scope) => `
  (SELECT json_group_array(json_object('participant_id', p.participant_id, 'join_time', p.join_time,
      'leave_time', p.leave_time, 'user_id', p.user_id, 'party_direction', p.party_direction,
      'party_type', p.party_type, 'party_number', p.party_number, 'party_name', p.party_name,
      'party_caller_id', p.party_caller_id) ORDER BY p.participant_id)
    FROM call_participants p WHERE p.call_pk = c.call_pk) AS participants,
  (SELECT json_group_array(json_object('category_id', g.category_id, 'name', g.name,
      'private_user_id', g.private_user_id, 'parent_id', g.parent_id) ORDER BY g.name_folded)
    FROM call_categories k JOIN categories g USING (category_id)
    WHERE k.call_pk = c.call_pk AND (g.private_user_id IS NULL OR g.private_user_id = @scope_user)) AS categories,
  (SELECT json_group_array(json_object('file_id', f.file_id, 'start_time', f.start_time, 'stop_time', f.stop_time,
      'file_size', f.file_size, 'file_path', f.file_path, 'watermark', f.watermark, 'encrypt_key', f.encrypt_key,
      'encrypt_tag', f.encrypt_tag, 'encrypt_fingerprint', f.encrypt_fingerprint, 'codec', f.codec,
      'sample_rate', f.sample_rate, 'channels', f.channels, 'duration_ms', f.duration_ms,
      'truncated', f.truncated, 'damaged', f.damaged, 'original_name', f.original_name) ORDER BY f.file_id)
    FROM call_files f WHERE f.call_pk = c.call_pk) AS files,
  (SELECT json_group_array(json_object('field_id', d.field_id, 'name', d.name, 'value', v.value) ORDER BY d.name_folded)
    FROM call_custom_values v JOIN custom_fields d USING (field_id)
    WHERE v.call_pk = c.call_pk ${scope.disabled_fields ? '' : 'AND d.enable = 1'}) AS custom_fields`;

const columns = callColumns.map((name) => `c.${name}`).join(', ');

/** Calls, newest first or oldest. */
export const callList = list<typeof listCalls, CallRow>(listCalls, {
  from: 'calls c',
  columns: (scope) => `${columns}, ${callLists(scope)}`,
  key: [integer('c.call_pk')],
  descending: ({ sort_order }) => sort_order === 'desc',
  scope: (scope) => callsInScope(scope, 'c'),
  filters: callFilters,
  source: callSource,
  id: 'c.call_id',
  version: 'c.updated_at',
  record: callOf,
});
