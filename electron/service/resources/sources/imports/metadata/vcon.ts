import { isObject } from '@shared/json-path';
import { type InsideRules, isInside, numbered } from './parties';

type Party = Record<string, unknown>;

/**
 * A vCon (draft-ietf-vcon-vcon-core), with the parties of each recording in it instead of their places in the list of parties:
 * `caller`, `called` and `agent`, and a `direction` where one of them is the agent, by role or by an inside number. Dialogs that
 * are no recordings are left out. Any other value as it is.
 */
export function withParties(value: unknown, inside: InsideRules): unknown {
  if (!isObject(value) || typeof value.vcon !== 'string' || !Array.isArray(value.dialog)) return value;
  const parties = (Array.isArray(value.parties) ? value.parties : []).map((one): Party => (isObject(one) ? one : {}));
  const dialog = value.dialog.filter(isRecording).map((one) => recordingOf(one, parties, inside));
  return { ...value, dialog };
}

const isRecording = (one: unknown): one is Record<string, unknown> => isObject(one) && one.type === 'recording';

function recordingOf(
  { parties: places, originator, ...told }: Record<string, unknown>,
  all: readonly Party[],
  inside: InsideRules,
): Record<string, unknown> {
  const at = [places].flat(2).map(Number);
  const first = originator === undefined ? at[0] : Number(originator);
  const [caller, called] = [all[first ?? -1], all[at.find((place) => place !== first) ?? -1]];
  const both = [caller, called].filter((one) => one !== undefined);
  const isTheirs = (party: Party) => isInside(numberOf(party), inside);
  const insiders = both.filter(isTheirs);
  const agent =
    both.find(({ role }) => String(role).toLowerCase() === 'agent') ??
    (insiders.length === 1 ? insiders[0] : undefined);
  const direction = agent && (agent === caller ? 'outbound' : 'inbound');
  const shown = (party: Party | undefined) => ({ number: numberOf(party) ?? null, name: party?.name ?? null });
  return { ...told, caller: shown(caller), called: shown(called), agent: shown(agent), direction: direction ?? null };
}

const numberOf = (party: Party = {}): string | undefined =>
  [party.tel, party.sip].flatMap((one) => (typeof one === 'string' ? (numbered(one)?.number ?? []) : []))[0];
