import { callNumberFields, callTextFields } from '@shared/call-fields';

/** Columns of a call that the API returns unchanged. */
export const plainColumns = [
  'call_id',
  'tenant_id',
  'protocol_call_direction',
  'call_state',
  'record_state',
  'voip_protocol',
  'duration',
  ...callTextFields,
  ...callNumberFields,
] as const;

/** All stored columns of a call. */
export const callColumns = [...plainColumns, 'setup_time', 'connect_time', 'disconnect_time', 'confidential'] as const;

/** The ids that the advanced search compares; the folded text of each is in a column next to it. */
export const foldedIds = [
  'protocol_call_id',
  'protocol_tracking_id',
  'from_id',
  'to_id',
  'agent_id',
] as const satisfies readonly (typeof callColumns)[number][];
export type FoldedId = (typeof foldedIds)[number];
export const foldedColumn = <I extends FoldedId>(id: I): `${I}_folded` => `${id}_folded`;
