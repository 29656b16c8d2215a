import type { Call, Participant } from '@shared/contract/calls';

/** A person on the call as shown: by name, else by number; null if neither is known. */
export type Party = string | null;

const agentOn = ({ participants }: Call): Participant | undefined =>
  participants.find((participant) => participant.party_type === 1);

const isOutbound = (call: Call) => call.protocol_call_direction === 1;

/** Who answered or called for the house. */
export function agentOf(call: Call): Party {
  const own = isOutbound(call) ? (call.from_name ?? call.from_number) : (call.to_name ?? call.to_number);
  return call.agent_name ?? agentOn(call)?.party_name ?? own;
}

/** The other side. */
export const customerOf = (call: Call): Party =>
  isOutbound(call) ? (call.to_name ?? call.to_number) : (call.from_name ?? call.from_number);
