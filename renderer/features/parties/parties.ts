import { CallDirection, PartyType } from '@shared/codes';
import type { Call } from '@shared/contract/calls';
import { phoneText } from '../../i18n/phone-number';

/** A speaker's name and number, as far as they are known. */
export type Party = { name: string | null; number: string | null };

const from = (call: Call): Party => ({ name: call.from_name, number: call.from_number });
const to = (call: Call): Party => ({ name: call.to_name, number: call.to_number });

/** The outside party: the called one on an outbound call, otherwise the caller. */
export const customerOf = (call: Call): Party =>
  call.protocol_call_direction === CallDirection.outbound ? to(call) : from(call);

/** The inside party. The agent's own name, then the participant's, take precedence over the name of the telephone. */
export function agentOf(call: Call): Party {
  const inside = call.protocol_call_direction === CallDirection.outbound ? from(call) : to(call);
  const joined = call.participants.find(({ party_type }) => party_type === PartyType.agent);
  return {
    name: call.agent_name ?? joined?.party_name ?? inside.name,
    number: joined?.party_number ?? inside.number,
  };
}

/** The text for a party: its name, otherwise its number; null if neither is known. */
export const partyText = ({ name, number }: Party): string | null =>
  name ?? (number === null ? null : phoneText(number));

/** The text for an unknown outside party. */
export const unknownOf = (call: Call) =>
  call.protocol_call_direction === CallDirection.outbound ? 'parties.unknownCalled' : 'parties.unknownCaller';

/** The title of a call: its outside party, otherwise the name of the imported file; null if neither is known. */
export const nameOf = (call: Call): string | null =>
  partyText(customerOf(call)) ?? call.files.find(({ original_name }) => original_name !== null)?.original_name ?? null;
