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
