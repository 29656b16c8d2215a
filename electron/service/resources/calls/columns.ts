import { callNumberFields, callTextFields } from '@shared/contract/calls';

/** Columns of a call that the API shows as they are stored. */
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

/** Columns of a call as it is stored. */
export const callColumns = [...plainColumns, 'setup_time', 'connect_time', 'disconnect_time', 'confidential'] as const;
