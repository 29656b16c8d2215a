import type { FilterName } from '@shared/call-filters/table';
import type { Making } from '../../../access/list';
import { joinedInOrder, valuesOf } from '../../../store/fragments';

/** What a filter compares: the values that a call has under a name. */
export type Subject = {
  /** SQL condition: `holds` is true for any of the values. Each is passed as an SQL expression. */
  any(holds: (value: string) => string, making: Making): string;
  /** The expressions are folded texts. */
  isFolded?: true;
  /** The expression is a key of the list, which contains a time. */
  isTime?: true;
  /** A value of a set as it is stored. */
  stored?: (value: string) => number;
};

const columns = (...names: string[]): Subject => ({
  any: (holds) => `(${names.map((name) => holds(`c.${name}`)).join(' OR ')})`,
});
const coded = (name: string, stored: (value: string) => number = Number): Subject => ({ ...columns(name), stored });
/** A column of the rows that belong to a call `c`. */
const rows = (from: string, column: string): Subject => ({
  any: (holds) => `EXISTS (SELECT 1 FROM ${from} AND ${holds(column)})`,
});
/** The key of a call, which is its time. */
const time: Subject = { any: (holds, { key }) => holds(key), isTime: true };
const notes = 'call_notes n WHERE n.call_pk = c.call_pk';
const noteTexts = rows(notes, 'n.text_folded');

/** The values of a call by the names of the advanced search; docs/search.md. */
export const subjects: Record<FilterName, Subject> = {
  date: time,
  datetime: time,
  duration: columns('duration'),
  direction: coded('protocol_call_direction'),
  call_state: coded('call_state'),
  record_state: coded('record_state'),
  voip_protocol: coded('voip_protocol'),
  on_demand_state: coded('on_demand_state'),
  confidential: coded('confidential', (value) => (value === 'true' ? 1 : 0)),
  // Found by the index of ids, because the narrow indexes of calls do not contain them.
  call_id: {
    any: (holds, { key }) => `${key} IN (SELECT d.call_pk FROM calls d WHERE ${holds('d.call_id')})`,
  },
  pbx_call_id: columns('protocol_call_id'),
  pbx_tracking_id: columns('protocol_tracking_id'),
  phone_number: columns('from_number', 'to_number'),
  phone_number_from: columns('from_number'),
  phone_number_to: columns('to_number'),
  phone_name: columns('from_name', 'to_name'),
  phone_name_from: columns('from_name'),
  phone_name_to: columns('to_name'),
  phone_id: columns('from_id', 'to_id'),
  phone_id_from: columns('from_id'),
  phone_id_to: columns('to_id'),
  agent_id: columns('agent_id'),
  agent_name: columns('agent_name'),
  acd_number: columns('acd_number'),
  acd_name: columns('acd_name'),
  user_id: rows('call_users f WHERE f.call_pk = c.call_pk', 'f.user_id'),
  user_name: {
    ...rows('call_users f JOIN users u USING (user_id) WHERE f.call_pk = c.call_pk', 'u.name_folded'),
    isFolded: true,
  },
  group_id: rows('call_users f JOIN user_groups g USING (user_id) WHERE f.call_pk = c.call_pk', 'g.group_id'),
  client_id: rows(
    `${joinedInOrder('call_numbers f', 'client_contacts k', 'USING (number_key)')} JOIN clients l USING (client_id)
      WHERE f.call_pk = c.call_pk AND l.tenant_id = c.tenant_id`,
    'k.client_id',
  ),
  tenant_id: columns('tenant_id'),
  category_id: rows(
    `call_categories f JOIN categories g USING (category_id) WHERE f.call_pk = c.call_pk
      AND (g.private_user_id IS NULL OR g.private_user_id = @scope_user)`,
    'f.category_id',
  ),
  // Notes that the caller may not see do not exist for them.
  notes: {
    any: (holds, making) => (making.scope.notes ? noteTexts.any(holds, making) : 'FALSE'),
    isFolded: true,
  },
  notes_count: { any: (holds, { scope }) => holds(scope.notes ? `(SELECT count(*) FROM ${notes})` : '0') },
};

/** SQL condition: a value is one of these. */
export const anyOf = (values: readonly (string | number)[], { bind }: Making): string =>
  `IN ${valuesOf(bind(JSON.stringify(values)), typeof values[0] === 'number' ? 'integer' : 'text')}`;
