import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { administratorBy, run, serving } from '../support/command-line';
import { diceOf } from '../support/dice';
import { openKeyring } from '../support/keyring';
import { seed } from '../support/seed';
import { folderWith } from '../support/sounds';
import { administrator, basic, temporaryFolder } from '../support/start-service';
import { talking } from '../support/tones';

const dice = diceOf(seed);
const kills = Number(process.env.EARSHOT_KILLS ?? 2);
const recordings = 300;
/** The remaining calls leave time for the kill, however fast the machine measures. */
const killedAtMost = recordings / 2;

/** An exchange of four seconds, in which the dice say who talks when. */
const exchange = () => {
  const spans = () =>
    Array.from({ length: 3 }, (_, n) => [n * 1.4 + dice(8) / 10, n * 1.4 + 0.4 + dice(15) / 10] as const);
  return talking([spans(), spans()] as [number, number][][], 4);
};

test(`${kills} kills while the talk of an older archive is measured: it is the same as at import`, async () => {
  const keyring = await openKeyring(temporaryFolder());
  const dataFolder = temporaryFolder();
  const files = Object.fromEntries(Array.from({ length: recordings }, (_, n) => [`${n}.wav`, exchange()]));
  const imported = await run(
    ['import', '--data', dataFolder, folderWith(files)],
    keyring.env(administratorBy(`${administrator.password}\n`)),
  );
  expect(imported.code, imported.stderr).toBe(0);
  const db = new Database(join(dataFolder, 'earshot.db'));
  const measured = () =>
    new Map(
      db
        .prepare<[], { call_pk: number }>('SELECT * FROM call_talk')
        .all()
        .map((row) => [row.call_pk, JSON.stringify(row)]),
    );
  const pending = () => db.prepare<[], { state: string }>('SELECT state FROM talk_pending').all().length;
  const atImport = measured();
  expect([atImport.size, new Set([...atImport.values()].map((row) => row.replace(/^[^,]*/, ''))).size > 50]).toEqual([
    recordings,
    true,
  ]);

  const faults: string[] = [];
  const compare = (when: string) => {
    const now = measured();
    for (const [call_pk, row] of now)
      if (row !== atImport.get(call_pk)) faults.push(`${when}: ${row}, not ${atImport.get(call_pk)}`);
    if (now.size + pending() !== recordings) faults.push(`${when}: ${now.size} measured, ${pending()} pending`);
    return now.size;
  };
  const reached: number[] = [];
  for (let n = 0; n < kills; n += 1) {
    db.exec('INSERT INTO talk_pending (call_pk) SELECT call_pk FROM call_talk; DELETE FROM call_talk');
    const { stop } = await serving(dataFolder, keyring.env());
    const wanted = dice(killedAtMost);
    const begun = performance.now();
    while (recordings - pending() < wanted) await pause(1);
    // Waits until the next calls are being measured, at the pace of this machine.
    await pause(dice(Math.ceil(performance.now() - begun)) / 4);
    await stop('SIGKILL');
    reached.push(compare(`kill ${n}`));

    const again = await serving(dataFolder, keyring.env());
    const headers = { authorization: basic(administrator.login, administrator.password) };
    const status = async () => {
      const response = await fetch(`${again.announced.url}/api/v2/talk_metrics.json`, { headers });
      return (await response.json()).talk_metrics;
    };
    await expect.poll(status, { timeout: 60_000 }).toMatchObject({ status: 'done', done: recordings, failed: 0 });
    expect((await again.stop('SIGTERM')).code).toBe(0);
    if (compare(`after kill ${n}`) !== recordings) faults.push(`not every call is measured after kill ${n}`);
  }
  db.close();

  process.stdout.write(`kill-talk: of ${recordings} calls measured at the kill: ${reached.join(' ')}\n`);
  expect(faults, `seed ${seed}`).toEqual([]);
}, 3_600_000);
