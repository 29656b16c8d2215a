import { CallDirection, PartyDirection, PartyType, RecordState } from '@shared/codes';
import { dayMs } from '@shared/duration';
import { numberKey } from '@shared/phone-number';

/** The number of calls in one millisecond that the time key can distinguish. */
export const callsPerMs = 1024;

/** The smallest key of a call that began at `ms` or later. */
export const firstKeyAt = (ms: number): number => ms * callsPerMs;

/** The first ms of the next second. Times are shown in whole seconds, so a later time starts here. */
export const nextSecond = (ms: number): number => (Math.floor(ms / 1000) + 1) * 1000;

/** A protocol id used again after this long belongs to another call, because small systems restart their numbering. */
export const sameCallMs = dayMs;

/** The number of file ids: 01…99 and A0…ZZ. */
export const maxFiles = 99 + 26 * 36;

/** The ids of a call's files and participants, in order: 01…99, then A0…ZZ in base 36; undefined when all are used. */
export function partId(used: number): string | undefined {
  if (used < 99) return String(used + 1).padStart(2, '0');
  const next = used - 99 + 360;
  return next < 36 * 36 ? next.toString(36).toUpperCase() : undefined;
}

/** Every id that a file can have, in order. */
export const fileIds: readonly string[] = Array.from({ length: maxFiles }, (_, used) => partId(used) as string);

/** Whether a call is being recorded, or its recording is paused. */
export const isUnderWay = ({ record_state }: { record_state: number }): boolean =>
  record_state === RecordState.recording || record_state === RecordState.paused;

/** The longest number that is dialled inside a house only. */
const maxInternalDigits = 6;

type Ends = {
  protocol_call_direction?: number | string | null | undefined;
  from_number?: number | string | null | undefined;
  to_number?: number | string | null | undefined;
};

/** Whether a number is an external one; undefined without digits. */
function isExternal(number: Ends['from_number']): boolean | undefined {
  const digits = numberKey(number == null ? null : String(number))?.replace('+', '');
  return digits === undefined ? undefined : digits.length > maxInternalDigits;
}

/**
 * Whether a side of a call is the other end, which is nobody of the house even if its number is the extension of a user:
 * an external number that the call came from or went to. Without a direction, one beside an internal number.
 */
export function isFarEnd({ protocol_call_direction, from_number, to_number }: Ends, side: 'from' | 'to'): boolean {
  const [number, other] = side === 'from' ? [from_number, to_number] : [to_number, from_number];
  if (!isExternal(number)) return false;
  if (protocol_call_direction === CallDirection.outbound) return side === 'to';
  if (protocol_call_direction === CallDirection.inbound) return side === 'from';
  return isExternal(other) === false;
}

type Party = { party_direction: number; party_type: number; party_number: string | null };

/** The same of a participant, whose side is known from its own direction. An agent is of the house. */
export function isFarParty(call: Ends, { party_direction, party_type, party_number }: Party): boolean {
  if (party_type === PartyType.agent) return false;
  if (party_direction === PartyDirection.caller) return isFarEnd({ ...call, from_number: party_number }, 'from');
  return party_direction === PartyDirection.called && isFarEnd({ ...call, to_number: party_number }, 'to');
}
