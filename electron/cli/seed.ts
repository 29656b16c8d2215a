import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../main/data-folder';
import { countAllCalls, insertCalls, type NewCall } from '../service/resources/calls';
import { ensureArchive } from '../service/resources/setup';
import { byEarshot } from '../service/store/audit';
import { openArchive } from './archive';
import { usage } from './command-error';

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
const queues = ['Billing', 'Repairs', 'Sales', 'Complaints', 'Spanish line'];

/** `seed --data <dir> --calls <n>`: adds n made-up calls without audio, the same ones for the same state. */
export async function seed(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, calls: { type: 'string' } } });
  const calls = /^\d{1,9}$/.test(values.calls ?? '') ? Number(values.calls) : 0;
  if (calls < 1) throw usage('--calls takes a whole number, 1 or more.');
  const service = await openArchive(values.data ?? defaultDataFolder());
  try {
    const { tenant_id } = await ensureArchive(service);
    const first = await service.store.get(countAllCalls, undefined);
    for (let done = 0; done < calls; done += batch) {
      const length = Math.min(batch, calls - done);
      const made = Array.from({ length }, (_, n) => madeUpCall(first + done + n, tenant_id));
      await service.store.write(insertCalls, { calls: made }, byEarshot(newest));
    }
    process.stdout.write(`${JSON.stringify({ calls, total: first + calls })}\n`);
  } finally {
    await service.close();
  }
}

/** The nth call: everything in it follows from n. */
export function madeUpCall(n: number, tenant_id: string): NewCall {
  const dice = createHash('sha256').update(`earshot seed ${n}`).digest();
  const roll = (place: number, sides: number) => dice.readUInt16BE(place) % sides;
  const pick = <T>(place: number, list: readonly T[]) => list[roll(place, list.length)] as T;
  const hex = dice.toString('hex');
  const setup_time = newest - n * spacingMs - roll(0, 60_000);
  const connect_time = roll(2, 20) === 0 ? null : setup_time + 3_000 + roll(4, 15_000);
  const duration = connect_time === null ? 0 : 20 + roll(6, 900);
  const disconnect_time = connect_time === null ? setup_time + 30_000 : connect_time + duration * 1000;
  const inbound = roll(8, 3) > 0;
  const customer = {
    number: `+1202555${String(n % 10_000).padStart(4, '0')}`,
    name: `${pick(10, firstNames)} ${pick(12, lastNames)}`,
  };
  const agent = { number: String(6000 + roll(14, 60)), name: `${pick(16, firstNames)} ${pick(18, lastNames)}` };
  const [from, to] = inbound ? [customer, agent] : [agent, customer];
  const party = { join_time: connect_time, leave_time: disconnect_time, user_id: null, party_caller_id: null };
  return {
    call_id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    tenant_id,
    setup_time,
    connect_time,
    disconnect_time,
    duration,
    protocol_call_direction: inbound ? 2 : 1,
    call_state: 6,
    voip_protocol: 1,
    protocol_call_id: `seed-${n}`,
    from_number: from.number,
    from_name: from.name,
    to_number: to.number,
    to_name: to.name,
    agent_name: agent.name,
    acd_name: pick(20, queues),
    participants: [
      { ...party, party_direction: 1, party_type: inbound ? 0 : 1, party_number: from.number, party_name: from.name },
      { ...party, party_direction: 2, party_type: inbound ? 1 : 0, party_number: to.number, party_name: to.name },
    ],
    category_ids: [],
    custom_values: [],
  };
}
