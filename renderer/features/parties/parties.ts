import type { Call } from '@shared/contract/calls';
import { phoneText } from '../../i18n/phone-number';

/** Who spoke, by name and number as far as they are known. */
export type Party = { name: string | null; number: string | null };

const [outbound, agent] = [1, 1];
const from = (call: Call): Party => ({ name: call.from_name, number: call.from_number });
const to = (call: Call): Party => ({ name: call.to_name, number: call.to_number });

/** The outside party: who was called on an outbound call, else who called. */
export const customerOf = (call: Call): Party => (call.protocol_call_direction === outbound ? to(call) : from(call));

/** The inside party; the agent's own name, then that of the participant, go before what the telephone showed. */
export function agentOf(call: Call): Party {
  const inside = call.protocol_call_direction === outbound ? from(call) : to(call);
  const joined = call.participants.find(({ party_type }) => party_type === agent);
  return {
    name: call.agent_name ?? joined?.party_name ?? inside.name,
    number: joined?.party_number ?? inside.number,
  };
}

/** What a party is called: by name, else by number; null if neither is known. */
export const partyText = ({ name, number }: Party): string | null =>
  name ?? (number === null ? null : phoneText(number));

/** The words for an outside party that is not known. */
export const unknownOf = (call: Call) =>
  call.protocol_call_direction === outbound ? 'parties.unknownCalled' : 'parties.unknownCaller';

/** What a call is called: its outside party, else the name of the file it was imported from; null if nothing is known. */
export const nameOf = (call: Call): string | null =>
  partyText(customerOf(call)) ?? call.files.find(({ original_name }) => original_name !== null)?.original_name ?? null;
