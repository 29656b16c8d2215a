import type { callPartyFields } from '@shared/call-fields';
import type { Call } from '@shared/contract/calls';

/** How a field is formatted. */
export type FieldKind = 'text' | 'id' | 'number' | 'time' | 'length' | 'yesNo' | 'ifYes' | 'code' | 'codec';

type FieldName = Exclude<
  keyof Call,
  'participants' | 'categories' | 'files' | 'custom_fields' | 'paused_spans' | 'talk'
>;

/** The fields that are listed by name, in the groups of the pane. */
export const fieldGroups = {
  call: {
    connect_time: 'time',
    disconnect_time: 'time',
    duration: 'length',
    protocol_call_direction: 'code',
    call_state: 'code',
    record_state: 'code',
    confidential: 'yesNo',
    legal_hold: 'ifYes',
    on_demand_state: 'code',
  },
  protocol: {
    voip_protocol: 'code',
    from_ip: 'id',
    from_port: 'number',
    from_mac: 'id',
    to_ip: 'id',
    to_port: 'number',
    to_mac: 'id',
    pbx1_user_id: 'id',
    pbx1_group_id: 'id',
    pbx1_sp_id: 'id',
    pbx2_extension: 'id',
    pbx2_user: 'id',
    pbx2_group: 'id',
    pbx2_system: 'id',
    phonesys_nearend_guid: 'id',
    phonesys_farend_guid: 'id',
    phonesys_nearend_refci: 'id',
    phonesys_farend_refci: 'id',
    phonesys_nearend_partition: 'id',
    phonesys_farend_partition: 'id',
    phonesys_phone_ip: 'id',
  },
  ids: {
    call_id: 'id',
    parent_call_id: 'id',
    secondary_parent_call_id: 'id',
    interaction_id: 'id',
    protocol_call_id: 'id',
    protocol_tracking_id: 'id',
    recorder_id: 'id',
    tenant_id: 'id',
  },
} as const satisfies Record<string, Partial<Record<FieldName, FieldKind>>>;

export type FieldGroup = keyof typeof fieldGroups;
type Listed = { [G in FieldGroup]: keyof (typeof fieldGroups)[G] }[FieldGroup];

/** Fields shown by the head of the pane and its People section. */
type ShownElsewhere = 'setup_time' | (typeof callPartyFields)[number];
type Missing = Exclude<FieldName, Listed | ShownElsewhere>;
/**
 * Fails to compile when the contract gains a field that nothing shows.
 * @public
 */
export const isComplete: Missing extends never ? true : Missing = true;

export const fieldsOf = (group: FieldGroup): [Listed, FieldKind][] =>
  Object.entries(fieldGroups[group]) as [Listed, FieldKind][];

/** The fields of every group. */
export const listedFields: readonly [Listed, FieldKind][] = (Object.keys(fieldGroups) as FieldGroup[]).flatMap(
  fieldsOf,
);

export type ListedField = Listed;
