import { setTimeout as pause } from 'node:timers/promises';
import type { Note } from '@shared/contract/notes';
import type { Webhook } from '@shared/contract/webhooks';
import { minuteMs } from '@shared/duration';
import { expect, test, vi } from 'vitest';
import { type Caller, callerOf } from '../support/caller';
import { administratorBy, serving } from '../support/command-line';
import { diceOf } from '../support/dice';
import { idIn } from '../support/id-in';
import { openKeyring } from '../support/keyring';
import { Sender } from '../support/live';
import { closes, receiver } from '../support/receiver';
import { seed } from '../support/seed';
import { administrator, basic, memoryKeychain, startService, temporaryFolder } from '../support/start-service';

const dice = diceOf(seed);
const deliveries = Number(process.env.EARSHOT_DELIVERIES ?? 40);
const kills = Number(process.env.EARSHOT_DELIVERY_KILLS ?? 3);
/** After these, a delivery waits for two minutes, and is far from its last try. */
const mostFailures = 3;
const path = '/api/v2/webhooks.json';

test(`${kills} kills lose none of ${deliveries} deliveries to a receiver that fails at random, and no order`, async () => {
  const dataFolder = temporaryFolder();
  const keyring = await openKeyring(temporaryFolder());
  const env = keyring.env(administratorBy(administrator.password));
  const started = async () => {
    const { announced, stop } = await serving(dataFolder, env);
    return { tool: toolAt(announced.url), stop };
  };
  const [steady, failing] = [await receiving(() => 204), await receiving(failingAtRandom())];
  let running = await started();
  for (const { url } of [steady, failing])
    await running.tool.post(path, { webhook: { name: 'CRM', url, events: ['note.created'] } });
  const call = await Sender.open(running.tool);
  await call.close();

  const notes = `/api/v2/calls/${call.call_id}.json/notes.json`;
  const acknowledged: string[] = [];
  let sent = 0;
  const write = async () => {
    sent += 1;
    const { body } = await running.tool.post(notes, { note: { text: `${sent}` } });
    acknowledged.push(idIn(body.url));
  };
  const areTold = () => [steady, failing].every(({ tried }) => tried.size > acknowledged.length - 5);
  /** Writes at the pace of the deliveries, so that a kill comes while some are under way. */
  const writeUntil = async (count: number) => {
    while (acknowledged.length < count) {
      await write();
      await vi.waitUntil(areTold, { timeout: 60_000, interval: 2 });
    }
  };
  const moments = Array.from({ length: kills }, () => dice(deliveries)).sort((a, b) => a - b);
  for (const moment of moments) {
    await writeUntil(moment);
    const cut = write().catch(() => undefined);
    await pause(dice(40));
    await running.stop('SIGKILL');
    await cut;
    running = await started();
  }
  await writeUntil(deliveries);
  await expect.poll(steady.accepted, { timeout: 60_000 }).toEqual(expect.arrayContaining(acknowledged));
  await running.stop('SIGTERM');
  const before = failing.accepted().length;

  const keychain = memoryKeychain(new Map(Object.entries(await keyring.content())));
  // The time of the next try comes sooner here.
  let ahead = 0;
  const { admin } = await startService({ dataFolder, keychain, scryptLn: 15, now: () => Date.now() + ahead });
  const pending = async () => {
    ahead += 2 * minuteMs;
    const { webhooks } = (await admin.get(path)).body as { webhooks: Webhook[] };
    // A change wakes the deliveries.
    for (const { webhook_id } of webhooks)
      await admin.put(path.replace('.json', `/${webhook_id}.json`), { webhook: { is_on: true } });
    return webhooks.map((webhook) => webhook.pending);
  };
  await expect.poll(pending, { timeout: 120_000 }).toEqual([0, 0]);

  const stored = (await admin.get(`${notes}?limit=1000`)).body.notes as Note[];
  const created = stored.sort((a, b) => Number(a.text) - Number(b.text)).map(({ note_id }) => note_id);
  expect(created).toEqual(expect.arrayContaining(acknowledged));
  for (const { tries, accepted } of [steady, failing]) {
    const failed = new Set(tries.filter(({ isAccepted }) => !isAccepted).map(({ note }) => note));
    const neverFailed = (note: string) => !failed.has(note);
    expect(new Set(accepted())).toEqual(new Set(created));
    expect(new Set(tries.map(({ id }) => id)).size).toBe(created.length);
    expect(new Set(tries.map(({ id, text }) => `${id} ${text}`)).size).toBe(created.length);
    expect(accepted().filter(neverFailed)).toEqual(created.filter(neverFailed));
  }
  const failures = failing.tries.filter(({ isAccepted }) => !isAccepted).length;
  const again = [steady, failing].map(({ tries }) => tries.filter((one) => one.isAccepted).length - created.length);
  console.log(
    `${failures} failures; ${before} of ${created.length} accepted before the end; again ${again.join(' + ')}`,
  );
  expect(failures).toBeGreaterThan(0);
}, 600_000);

const toolAt = (url: string): Caller =>
  callerOf((sent) => fetch(sent.url.replace('http://127.0.0.1:8017', url), sent), {
    authorization: basic(administrator.login, administrator.password),
  });

type Try = { id: string; text: string; note: string; isAccepted: boolean };

/** A receiver that remembers every try. */
async function receiving(answer: (id: string) => number | Promise<number>) {
  const tries: Try[] = [];
  const tried = new Set<string>();
  const { url } = await receiver(async ({ headers, text, body }) => {
    const id = String(headers['webhook-id']);
    const { note_id: note } = body.data as { note_id: string };
    const status = await answer(id);
    tried.add(id);
    tries.push({ id, text, note, isAccepted: status === 204 });
    return status;
  });
  /** The notes that it accepted, in the order of the first time. */
  const accepted = () => [...new Set(tries.filter(({ isAccepted }) => isAccepted).map(({ note }) => note))];
  return { url, tries, tried, accepted };
}

/** Accepts, refuses or closes the connection, at once or late. */
function failingAtRandom() {
  const answers = diceOf(seed + 1);
  const failures = new Map<string, number>();
  return async (id: string): Promise<number> => {
    const before = failures.get(id) ?? 0;
    const status = [204, 204, 500, closes][answers(4)] ?? 204;
    await pause(answers(4) === 0 ? answers(100) : 0);
    if (status === 204 || before === mostFailures) return 204;
    failures.set(id, before + 1);
    return status;
  };
}
