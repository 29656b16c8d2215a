import { CallDirection, CallState, PartyDirection, PartyType, RecordState } from '@shared/codes';
import { wholeSeconds } from '@shared/duration';
import type { ChannelRule } from '@shared/import-fields';
import type { Probe } from '../../../audio/probe';
import { type NewCall, type NewParticipant, sameCallMs } from '../../calls/calls';
import type { CallRecord } from './metadata/record';
import type { WholeCall } from './metadata/whole';
import type { Resolved } from './names.queries';

/** Whether two records with the same protocol_call_id can belong to one call, by their setup times; null: unknown. */
export const isOneCall = (a: number | null, b: number | null): boolean =>
  a === null || b === null || Math.abs(a - b) <= sameCallMs;

/**
 * The channel of the agent in a file with so many channels, by the rule of an import; null: nothing is said, so it is left.
 * undefined: it depends on who called, which nothing says.
 */
export function agentChannel(
  rule: ChannelRule | null,
  direction: number | null | undefined,
  channels: number | undefined,
): 'left' | 'right' | null | undefined {
  if (rule === null || channels !== 2) return null;
  const [who, side] = rule.split('_') as ['agent' | 'caller', 'left' | 'right'];
  if (who === 'agent' || direction === CallDirection.outbound) return side;
  if (direction === CallDirection.inbound) return side === 'left' ? 'right' : 'left';
  return undefined;
}

/** The source of a new call's parts. */
export type Source = {
  record: CallRecord;
  /** ms; from the record, otherwise from the file's tags or date. */
  setup_time: number;
  times: Times;
  hasAudio: boolean;
  tenant_id: string;
  call_id: string;
};

/** The connect and disconnect times of a call, and the seconds between them. */
export type Times = { connect_time: number | null; disconnect_time: number | null; duration: number };

/** A new call, from its record and its audio. */
export function newCall({
  record,
  setup_time,
  times,
  hasAudio,
  tenant_id,
  call_id,
}: Source): Omit<NewCall, 'category_ids' | 'custom_values'> {
  const { whole } = record;
  if (whole) return { ...wholeColumns(whole, hasAudio), call_id, tenant_id, setup_time };
  return {
    ...record.fields,
    call_id,
    tenant_id,
    setup_time,
    ...times,
    protocol_call_direction: record.direction ?? CallDirection.unknown,
    call_state: CallState.disconnected,
    record_state: hasAudio ? RecordState.finished : RecordState.notRecorded,
    participants: participantsOf(record, times.connect_time ?? setup_time, times.disconnect_time),
  };
}

/** A call as it was in its page. Without its audio, it was not recorded. */
function wholeColumns(
  { call_id: _, file: _file, parents: _parents, confidential, record_state, ...told }: WholeCall,
  hasAudio: boolean,
) {
  const { connect_time, disconnect_time, duration } = told;
  return {
    ...told,
    confidential: confidential === null ? null : Number(confidential),
    record_state: hasAudio ? record_state : RecordState.notRecorded,
    duration: duration ?? (connect_time === null ? 0 : secondsBetween(connect_time, disconnect_time)),
  };
}

/**
 * Connect, disconnect and the seconds between them. Missing values follow from the others, and from the audio's length
 * last. A record with an end but neither length nor connect was never connected.
 */
export function timesOf(
  given: Pick<CallRecord, 'connect_time' | 'disconnect_time' | 'duration'>,
  setup_time: number,
  audio_ms: number | null,
): Times {
  const { connect_time: connect, disconnect_time: end } = given;
  const lengthMs = given.duration === null ? audio_ms : given.duration * 1000;
  if (connect !== null) {
    const until = end ?? (lengthMs === null ? null : connect + lengthMs);
    return { connect_time: connect, disconnect_time: until, duration: secondsBetween(connect, until) };
  }
  if (!lengthMs) return { connect_time: null, disconnect_time: end, duration: 0 };
  const from = end === null ? setup_time : Math.max(setup_time, end - lengthMs);
  const until = end ?? from + lengthMs;
  return { connect_time: from, disconnect_time: until, duration: secondsBetween(from, until) };
}

/**
 * The start of each file of a call, in ms. Two legs start at their own times. Other files follow one another, because
 * all records of a call may contain the time of the call, and files without a record have none.
 */
export function startsOf(
  files: { knownStart: number | null; duration_ms: number }[],
  from: number,
  areLegs: boolean,
): number[] {
  let end = from;
  return files.map(({ knownStart, duration_ms }) => {
    const start = areLegs ? (knownStart ?? from) : Math.max(knownStart ?? end, end);
    end = start + duration_ms;
    return start;
  });
}

/** If both sides of a call are known, each party joins and leaves with its own leg. */
export function onTheirLegs(
  parties: NewParticipant[],
  legs: { side: 'agent' | 'customer' | undefined; start_time: number; stop_time: number }[],
): NewParticipant[] {
  const agents = legs.find(({ side }) => side === 'agent');
  const customers = legs.find(({ side }) => side === 'customer');
  if (!agents || !customers || !parties.some(({ party_type }) => party_type === PartyType.agent)) return parties;
  return parties.map((party) => {
    const { start_time, stop_time } = party.party_type === PartyType.agent ? agents : customers;
    return { ...party, join_time: start_time, leave_time: stop_time };
  });
}

/** The times of a call from the times of its parts: from the first connect to the last disconnect. */
export function spanOf(legs: Times[]): Times {
  const known = (times: (number | null)[]) => times.filter((time) => time !== null);
  const [first] = legs;
  if (first && legs.length === 1) return first;
  const connects = known(legs.map((leg) => leg.connect_time));
  const ends = known(legs.map((leg) => leg.disconnect_time));
  const connect_time = connects.length > 0 ? Math.min(...connects) : null;
  const disconnect_time = ends.length > 0 ? Math.max(...ends) : null;
  return {
    connect_time,
    disconnect_time,
    duration: connect_time === null ? 0 : secondsBetween(connect_time, disconnect_time),
  };
}

/** Merges the names in the records of one call. If a field has two values, the first is kept. */
export function namesOfAll(all: Resolved[]): Resolved {
  const values = new Map<string, Resolved['custom_values'][number]>();
  for (const one of all.flatMap(({ custom_values }) => custom_values)) {
    if (!values.has(one.field_id)) values.set(one.field_id, one);
  }
  const category_ids = new Set(all.flatMap((names) => names.category_ids));
  return { category_ids: [...category_ids], custom_values: [...values.values()] };
}

const secondsBetween = (from: number, until: number | null) =>
  until === null ? 0 : Math.max(0, wholeSeconds(until - from));

/** The two parties in the record; the direction decides which of them is the agent. */
function participantsOf(
  { fields, direction }: CallRecord,
  join_time: number,
  leave_time: number | null,
): NewParticipant[] {
  const party = (side: 'from' | 'to', party_direction: number, isAgent: boolean): NewParticipant => ({
    join_time,
    leave_time,
    user_id: null,
    party_direction,
    party_type: isAgent ? PartyType.agent : PartyType.unknown,
    party_number: fields[`${side}_number`] ?? null,
    party_name: fields[`${side}_name`] ?? null,
    party_caller_id: null,
  });
  return [
    party('from', PartyDirection.caller, direction === CallDirection.outbound),
    party('to', PartyDirection.called, direction === CallDirection.inbound),
  ].filter(({ party_number, party_name }) => party_number !== null || party_name !== null);
}

/**
 * The metadata part of duplicate detection: protocol_call_id, otherwise setup time and numbers. A time that is only the
 * file's date is left out (null), so that a copied folder is still recognised.
 */
export function importKey({ tenant_id, setup_time, protocol_call_id, from_number, to_number }: Identifying): string {
  if (protocol_call_id) return `${tenant_id}|id|${protocol_call_id}`;
  return `${tenant_id}|time|${setup_time ?? ''}|${from_number ?? ''}|${to_number ?? ''}`;
}

/** The details that identify a call. */
type Identifying = { tenant_id: string; setup_time: number | null } & {
  [K in 'protocol_call_id' | 'from_number' | 'to_number']?: string | null;
};

/**
 * The metadata part for a recording that was restored from quarantine without its call's details. The same bytes with
 * details that do not identify a caller are not a second call.
 */
export const restoredKey = (tenant_id: string): string => `${tenant_id}|restored`;

/** Whether a record identifies the call or one of its sides, rather than only a time. */
export const saysWho = ({ fields }: CallRecord): boolean =>
  Boolean(fields.protocol_call_id || fields.from_number || fields.to_number);

/** The columns of a stored file that come from its probe. */
export const probed = (probe: Probe) => ({
  format: probe.format,
  codec: probe.codec,
  sample_rate: probe.sample_rate,
  channels: probe.channels,
  bits_per_sample: probe.bits_per_sample,
  data_offset: probe.data_offset,
  data_length: probe.data_length,
  truncated: probe.truncated ? 1 : 0,
  rendered: probe.rendered ? 1 : 0,
  unheard_bytes: probe.unheard_bytes,
});
