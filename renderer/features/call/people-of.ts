import { CallDirection, PartyDirection, PartyType } from '@shared/codes';
import type { Call, Participant } from '@shared/contract/calls';
import { fold } from '@shared/fold';
import { isSameNumber } from '@shared/phone-number';

export type Role =
  | 'caller'
  | 'called'
  | 'agent'
  | 'gateway'
  | 'bridge'
  | 'redirectedFrom'
  | 'redirectedTo'
  | 'firstCaller'
  | 'firstCalled'
  | 'queue';

/** A person or a queue on a call, with everything in the record about them. */
export type Person = {
  /** The known names, best one first. */
  names: string[];
  number: string | null;
  ids: string[];
  caller_id: string | null;
  roles: Role[];
  /** When the person was on the call. */
  times: { join_time: string; leave_time: string | null }[];
};

/** One mention of a person in a record. `as`: the role that must be the same person, unless the names differ. */
type Mention = {
  name?: string | null;
  number?: string | null;
  id?: string | null;
  caller_id?: string | null;
  roles: Role[];
  as?: Role;
  times?: Person['times'];
};

const directions: Record<number, Role> = { [PartyDirection.caller]: 'caller', [PartyDirection.called]: 'called' };
const types: Record<number, Role> = {
  [PartyType.agent]: 'agent',
  [PartyType.gateway]: 'gateway',
  [PartyType.conferenceBridge]: 'bridge',
};

/** Everyone in a call's record, once each, in the order in which they joined. */
export function peopleOf(call: Call): Person[] {
  const people: Person[] = [];
  for (const mention of mentionsOf(call)) {
    const { name, number, id } = mention;
    if (!name && !number && !id && !mention.times?.length) continue;
    const known = people.find((person) => isMeant(person, mention));
    if (known) add(known, mention);
    else people.push(add({ names: [], number: null, ids: [], caller_id: null, roles: [], times: [] }, mention));
  }
  return people;
}

/** Participants come first, because their names are names of people, while the others may be names of telephones. */
function mentionsOf(call: Call): Mention[] {
  return [
    ...call.participants.map(mentionOf),
    { name: call.from_name, number: call.from_number, id: call.from_id, roles: ['caller'] },
    { name: call.to_name, number: call.to_number, id: call.to_id, roles: ['called'] },
    {
      name: call.agent_name,
      id: call.agent_id,
      roles: ['agent'],
      as: call.protocol_call_direction === CallDirection.outbound ? 'caller' : 'called',
    },
    {
      name: call.redirected_from_name,
      number: call.redirected_from_number,
      id: call.redirected_from_id,
      roles: ['redirectedFrom'],
    },
    {
      name: call.redirected_to_name,
      number: call.redirected_to_number,
      id: call.redirected_to_id,
      roles: ['redirectedTo'],
    },
    { name: call.orig_from_name, number: call.orig_from_number, roles: ['firstCaller'] },
    { name: call.orig_to_name, number: call.orig_to_number, roles: ['firstCalled'] },
    { name: call.acd_name, number: call.acd_number, id: call.acd_id, roles: ['queue'] },
  ];
}

function mentionOf(participant: Participant): Mention {
  const { party_name, party_number, party_caller_id, party_direction, party_type, join_time, leave_time } = participant;
  return {
    name: party_name,
    number: party_number,
    caller_id: party_caller_id,
    roles: [directions[party_direction], types[party_type]].filter((role) => role !== undefined),
    times: join_time === null ? [] : [{ join_time, leave_time }],
  };
}

/** Compares the numbers if both are known; otherwise the names, or the role of a person without a known name. */
function isMeant(person: Person, { name, number, roles, as }: Mention): boolean {
  if (person.number && number) return isSameNumber(person.number, number);
  if (name && person.names.length > 0) return person.names.some((known) => fold(known) === fold(name));
  return [...roles, as].some((role) => role !== undefined && person.roles.includes(role));
}

function add(person: Person, { name, number, id, caller_id, roles, times = [] }: Mention): Person {
  if (name && !person.names.some((known) => fold(known) === fold(name))) person.names.push(name);
  if (id && !person.ids.includes(id)) person.ids.push(id);
  person.number ??= number ?? null;
  person.caller_id ??= caller_id ?? null;
  person.roles.push(...roles.filter((role) => !person.roles.includes(role)));
  for (const time of times) if (!person.times.some((known) => isSameTime(known, time))) person.times.push(time);
  return person;
}

type Time = Person['times'][number];
const isSameTime = (one: Time, other: Time) => one.join_time === other.join_time && one.leave_time === other.leave_time;
