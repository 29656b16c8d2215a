import { createHash } from 'node:crypto';
import { CallDirection, CallState, PartyDirection, PartyType } from '@shared/codes';
import type { Service } from '../service/context';
import {
  countAllCalls,
  insertCalls,
  insertNotes,
  type NewCall,
  type StoredNote,
} from '../service/resources/calls/calls';
import { insertClients, type StoredClient } from '../service/resources/calls/clients';
import { insertUsers, type NewUser } from '../service/resources/people/users';
import { ensureArchive } from '../service/resources/site/setup';
import { resolveNames } from '../service/resources/sources/imports';
import { byEarshot } from '../service/store/audit';
import { accountIn } from './account';
import { openArchive } from './archive';
import { usage } from './command-error';
import { seedEvaluations } from './seed-evaluations';
import { type Called, folderOf } from './table';

const batch = 2_000;
const newest = Date.UTC(2026, 10, 1, 17);
const spacingMs = 61_000;
const firstNames =
  'Ada Bruno Clara Dmitri Elif Femi Greta Hassan Ines Jonas Kwame Lena Marta Nuno Olga Priya Quentin Rosa Søren Tomás'.split(
    ' ',
  );
const lastNames =
  'Abbott Becker Castellano Diaz Eriksen Ferreira Gupta Hollis Ivanova Jensen Kaya Lindqvist Mensah Novak Okafor Patel Quayle Raman Solberg Ünal'.split(
    ' ',
  );
const categories = ['Complaint', 'Follow up', 'Good example', 'Refund', 'Escalated', 'Training'];
const sites = ['Berlin', 'Leeds', 'Lyon', 'Porto'];
const agentCount = 60;
const clientCount = 200;
const queues = ['Billing', 'Repairs', 'Sales', 'Complaints', 'Spanish line'];
const remarks = ['Promised to call back', 'Sent the contract again', 'Refund approved', 'Asked for a manager'];
const callsPerNote = 50;

/**
 * `seed --data <dir> --calls <n> [--evaluator <login>]`: adds n generated calls without audio. The same state always gives
 * the same calls. With an evaluator, it also adds the example forms and their evaluations of some of these calls.
 */
export async function seed({ values }: Called): Promise<void> {
  const calls = /^\d{1,9}$/.test(String(values.calls)) ? Number(values.calls) : 0;
  if (calls < 1) throw usage('--calls takes a whole number, 1 or more.');
  const service = await openArchive(folderOf(values));
  try {
    const place = await ensureArchive(service);
    const evaluator = values.evaluator === undefined ? undefined : await accountIn(service, String(values.evaluator));
    let evaluations = 0;
    const around = await surroundings(service, place);
    const first = await service.store.get(countAllCalls, undefined);
    for (let done = 0; done < calls; done += batch) {
      const length = Math.min(batch, calls - done);
      const made = Array.from({ length }, (_, n) => madeUpCall(first + done + n, around));
      await service.store.write(insertCalls, { calls: made }, byEarshot(newest));
      const notes = made.flatMap((call, n) => madeUpNotes(first + done + n, call));
      await service.store.write(insertNotes, { notes }, byEarshot(newest));
      if (evaluator && done === 0) evaluations = await seedEvaluations(service, evaluator, made);
    }
    const added = { calls, total: first + calls, ...(evaluator && { evaluations }) };
    process.stdout.write(`${JSON.stringify(added)}\n`);
  } finally {
    await service.close();
  }
}

/**
 * The records that generated calls refer to: a tenant, its agents, categories and custom fields. The clients have
 * customer numbers of these calls as contacts.
 */
export type Surroundings = { tenant_id: string; agents: NewUser[] } & Pick<NewCall, 'category_ids' | 'custom_values'>;

async function surroundings(
  { store }: Service,
  place: Awaited<ReturnType<typeof ensureArchive>>,
): Promise<Surroundings> {
  const by = { ...byEarshot(newest), tenant_id: place.tenant_id };
  const agents = Array.from({ length: agentCount }, (_, n): NewUser => {
    const dice = diceOf(`earshot agent ${n}`);
    return { ...place, user_id: uuidOf(dice), name: nameFrom(dice, 0), login: null, can_login: 0 };
  });
  await store.write(insertUsers, { users: agents }, by);
  const clients = Array.from({ length: clientCount }, (_, n) => madeUpClient(n, place.tenant_id));
  await store.write(insertClients, { clients }, by);
  const idsFor = (names: string[]) => names.map((name) => uuidOf(diceOf(`earshot name ${name}`)));
  const custom_fields = { Order: '', Site: '' };
  const new_ids = { categories: idsFor(categories), custom_fields: idsFor(Object.keys(custom_fields)) };
  const names = { categories, custom_fields, new_ids };
  const { category_ids, custom_values } = await store.write(resolveNames, names, by);
  return { tenant_id: place.tenant_id, agents, category_ids, custom_values };
}

/** The number of the nth customer. */
const numberOf = (n: number) => `+1202555${String(n % 10_000).padStart(4, '0')}`;

function madeUpClient(n: number, tenant_id: string): StoredClient {
  const dice = diceOf(`earshot client ${n}`);
  const contacts = [2 * n, 2 * n + 1].map((customer) => ({
    phone_number: numberOf(37 * customer),
    name: nameFrom(dice, 4),
  }));
  return { client_id: uuidOf(dice), tenant_id, name: nameFrom(dice, 0), contacts };
}

/** The notes of the nth call, which most calls do not have. */
function madeUpNotes(n: number, { call_id }: NewCall): StoredNote[] {
  if (n % callsPerNote > 0) return [];
  const dice = diceOf(`earshot note ${n}`);
  const remark = remarks[dice.readUInt16BE(0) % remarks.length];
  return [{ note_id: uuidOf(dice), call_id, text: `${remark}, ticket ${n}.` }];
}

/** The nth call. All of its values are derived from n. */
export function madeUpCall(n: number, { tenant_id, agents, category_ids, custom_values }: Surroundings): NewCall {
  const dice = diceOf(`earshot seed ${n}`);
  const roll = (place: number, sides: number) => dice.readUInt16BE(place) % sides;
  const pick = <T>(place: number, list: readonly T[]) => list[roll(place, list.length)] as T;
  const setup_time = newest - n * spacingMs - roll(0, 60_000);
  const connect_time = roll(2, 20) === 0 ? null : setup_time + 3_000 + roll(4, 15_000);
  const duration = connect_time === null ? 0 : 20 + roll(6, 900);
  const disconnect_time = connect_time === null ? setup_time + 30_000 : connect_time + duration * 1000;
  const inbound = roll(8, 3) > 0;
  const customer = { number: numberOf(n), name: nameFrom(dice, 10), id: null };
  const seat = roll(14, agentCount);
  const { user_id = null, name = '' } = agents[seat] ?? {};
  const agent = { number: String(6000 + seat), name, id: `sip:${6000 + seat}@pbx.example` };
  const queue = roll(20, queues.length);
  const [from, to] = inbound ? [customer, agent] : [agent, customer];
  const party = { join_time: connect_time, leave_time: disconnect_time, party_caller_id: null };
  const [caller, called] = inbound ? [null, user_id] : [user_id, null];
  const [callerType, calledType] = inbound
    ? [PartyType.unknown, PartyType.agent]
    : [PartyType.agent, PartyType.unknown];
  return {
    call_id: uuidOf(dice),
    tenant_id,
    setup_time,
    connect_time,
    disconnect_time,
    duration,
    protocol_call_direction: inbound ? CallDirection.inbound : CallDirection.outbound,
    call_state: CallState.disconnected,
    voip_protocol: 1,
    confidential: roll(16, 200) === 0 ? 1 : 0,
    on_demand_state: roll(18, 10) === 0 ? 1 : null,
    protocol_call_id: `seed-${n}`,
    protocol_tracking_id: dice.toString('base64url', 0, 12),
    from_number: from.number,
    from_name: from.name,
    from_id: from.id,
    to_number: to.number,
    to_name: to.name,
    to_id: to.id,
    agent_id: `agent-${seat}`,
    agent_name: agent.name,
    acd_number: String(8001 + queue),
    acd_name: queues[queue] as string,
    participants: [
      { ...party, user_id: caller, party_direction: PartyDirection.caller, party_type: callerType, ...saidOf(from) },
      { ...party, user_id: called, party_direction: PartyDirection.called, party_type: calledType, ...saidOf(to) },
    ],
    category_ids: category_ids.filter((_, place) => roll(20, 12) === place || roll(22, 12) === place),
    custom_values: [`A-${100_000 + roll(24, 60_000)}`, pick(26, sites)].flatMap((value, place) => {
      const field = custom_values[place];
      return field && roll(28, 3) > place ? { ...field, value } : [];
    }),
  };
}

const saidOf = ({ number, name }: { number: string; name: string }) => ({ party_number: number, party_name: name });

const diceOf = (text: string) => createHash('sha256').update(text).digest();
const nameFrom = (dice: Buffer, place: number) =>
  [firstNames, lastNames].map((list, n) => list[dice.readUInt16BE(place + 2 * n) % list.length]).join(' ');

function uuidOf(dice: Buffer): string {
  const hex = dice.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
