import { type Call, callNumberFields, callTextFields } from '@shared/contract/calls';
import { isoInZone } from '../../zones';

const plainColumns = [
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

/** Columns of a call as it is stored; the lists are JSON arrays made by `callLists`. */
export const callColumns = [...plainColumns, 'setup_time', 'connect_time', 'disconnect_time', 'confidential'] as const;

type Stored<T> = { [K in keyof T]: T[K] extends string | null ? T[K] | number : T[K] };
export type CallRow = Pick<Call, (typeof plainColumns)[number]> & {
  setup_time: number;
  connect_time: number | null;
  disconnect_time: number | null;
  confidential: number | null;
  participants: string;
  categories: string;
  files: string;
  custom_fields: string;
};

/** A stored call as the API shows it, times in `zone`. */
export function callOf(row: CallRow, zone: string): Call {
  const time = (ms: number) => isoInZone(ms, zone);
  const timeOrNull = (ms: number | null) => (ms === null ? null : time(ms));
  const { participants, categories, files, custom_fields, confidential, ...plain } = row;
  return {
    ...plain,
    setup_time: time(row.setup_time),
    connect_time: timeOrNull(row.connect_time),
    disconnect_time: timeOrNull(row.disconnect_time),
    confidential: confidential === null ? null : confidential === 1,
    participants: parse<Call['participants']>(participants).map((party) => ({
      ...(party as Call['participants'][number]),
      join_time: timeOrNull(party.join_time as number | null),
      leave_time: timeOrNull(party.leave_time as number | null),
    })),
    categories: JSON.parse(categories),
    files: parse<Call['files']>(files).map((file) => ({
      ...(file as Call['files'][number]),
      start_time: time(file.start_time as number),
      stop_time: time(file.stop_time as number),
      truncated: (file.truncated as unknown) === 1,
      damaged: (file.damaged as unknown) === 1,
    })),
    custom_fields: JSON.parse(custom_fields),
  };
}

const parse = <T extends object[]>(json: string): Stored<T[number]>[] => JSON.parse(json);
