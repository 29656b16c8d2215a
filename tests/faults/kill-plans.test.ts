import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openConnection } from '../../electron/service/store/connection';
import { run, start } from '../support/command-line';
import { diceOf } from '../support/dice';
import { formAndCall, made } from '../support/evaluation';
import { party } from '../support/given';
import { seed } from '../support/seed';
import { noKeychain, startService, temporaryFolder } from '../support/start-service';

const dice = diceOf(seed);
const kills = Number(process.env.EARSHOT_KILLS ?? 4);
const dayMs = 86_400_000;

test(`${kills} kills of catch-up: each period is drawn once, whole or not at all`, async () => {
  const started = await startService({ keychain: noKeychain, scryptLn: 15 });
  const { admin, given, dataFolder, service } = started;
  const { form_id } = await formAndCall(started);
  const agents = [await given.user(), await given.user()];
  const evaluator = await given.user({ permissions: ['evaluation_reports:view', 'evaluation_reports:edit'] });
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const times = Array.from({ length: 9 * 20 }, (_, n) => today - 9 * dayMs + n * (dayMs / 20));
  const ids = await given.calls(
    ...agents.flatMap(({ user_id }) => times.map((setup_time) => ({ setup_time, participants: [party(user_id)] }))),
  );
  given.withFiles(ids);
  const day = (ago: number) => new Date(today - ago * dayMs).toISOString().slice(0, 10);
  const terms = { form_id, query: '', period: 'day', timezone: 'UTC', delay_hours: 0, amount: 5, seed: '1' };
  const plan = { ...terms, name: 'Daily', starts_on: day(8), evaluators: [evaluator.user_id] };
  await made(admin, '/api/v2/evaluation_plans.json', { evaluation_plan: plan });
  await service.close();

  const first = join(temporaryFolder(), 'archive');
  cpSync(dataFolder, first, { recursive: true });
  const begun = performance.now();
  await run(['catch-up', '--data', first]);
  const whole = performance.now() - begun;

  const faults: string[] = [];
  const reached = new Set<number>();
  for (let n = 0; n < kills; n += 1) {
    const copy = join(temporaryFolder(), 'archive');
    cpSync(dataFolder, copy, { recursive: true });
    const { child, ended } = start(['catch-up', '--data', copy]);
    await pause(whole / 3 + dice(whole));
    child.kill('SIGKILL');
    await ended;
    reached.add(drawsIn(copy, faults));
    const { code, stdout } = await run(['catch-up', '--data', copy]);
    const last = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '{}');
    if (code !== 0 || last.failed !== 0) faults.push(`catch-up ended with ${code}: ${stdout}`);
    if (drawsIn(copy, faults) !== 8) faults.push('not every period was drawn');
  }

  process.stdout.write(`kill-plans: draws before the kill ${[...reached].sort().join(', ')}\n`);
  expect(faults, `seed ${seed}`).toEqual([]);
}, 3_600_000);

/** The number of draws in a folder. A draw that is not whole, or of a period that was drawn before, is a fault. */
function drawsIn(folder: string, faults: string[]): number {
  const db = openConnection(join(folder, 'earshot.db'));
  const samples = db
    .prepare<[], { period: string; calls: number; reports: number; strata: number }>(`
      SELECT s.period, (SELECT count(*) FROM evaluation_sample_calls k WHERE k.sample_id = s.sample_id) AS calls,
        (SELECT count(*) FROM evaluation_reports e WHERE e.sample_id = s.sample_id) AS reports,
        (SELECT sum(drawn) FROM evaluation_sample_strata t WHERE t.sample_id = s.sample_id) AS strata
      FROM evaluation_samples s`)
    .all();
  const periods = db.prepare<[], { period: string }>('SELECT period FROM evaluation_plan_draws').all();
  db.close();
  for (const { period, calls, reports, strata } of samples)
    if (calls !== 10 || reports !== 10 || strata !== 10) faults.push(`${period}: ${calls}, ${reports}, ${strata}`);
  if (new Set(samples.map(({ period }) => period)).size !== samples.length) faults.push('a period was drawn twice');
  if (periods.length !== samples.length) faults.push(`${periods.length} periods of ${samples.length} samples`);
  return samples.length;
}
