import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '@shared/contract/calls';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { serving } from '../support/command-line';
import { diceOf } from '../support/dice';
import { sha256 } from '../support/folder-files';
import { recording } from '../support/given';
import { seed } from '../support/seed';
import { administrator, basic, noKeychain, startService, temporaryFolder } from '../support/start-service';
import { strays } from '../support/strays';

const dice = diceOf(seed);
const kills = Number(process.env.EARSHOT_KILLS ?? 3);
const recordings = 40;
/** The remaining recordings leave time for the kill, however fast the machine encrypts. */
const killedAtMost = recordings / 2;

/** An archive with a user-mode key and these recordings, each with bytes of its own. */
async function archive(): Promise<string> {
  const { service, given, dataFolder } = await startService({ keychain: noKeychain, scryptLn: 15 });
  const folder = join(temporaryFolder(), 'recordings');
  mkdirSync(folder);
  const mp3 = readFileSync(recording('question.mp3'));
  for (let n = 0; n < recordings; n++)
    writeFileSync(join(folder, `${n}.mp3`), Buffer.concat([mp3, Buffer.from(`${n}`)]));
  await given.imported([folder]);
  await service.close();
  return dataFolder;
}

test(`${kills} kills while recordings are encrypted to another key lose none and leave no file behind`, async () => {
  const template = await archive();
  const faults: string[] = [];
  const moved: number[] = [];
  for (let n = 0; n < kills; n++) {
    const dataFolder = join(temporaryFolder(), 'data');
    cpSync(template, dataFolder, { recursive: true });
    moved.push(await killedAfter(dataFolder, 1 + dice(killedAtMost)));
    const running = await startService({ dataFolder, keychain: noKeychain });
    const { calls } = (await (await running.admin.raw('/api/v2/calls.json?limit=1000')).json()) as { calls: Call[] };
    if (calls.length !== recordings) faults.push(`${calls.length} calls`);
    for (const { call_id, files } of calls) {
      const response = await running.admin.raw(`/api/v2/calls/${call_id}.json/file`);
      const sum = response.status === 200 ? sha256(Buffer.from(await response.arrayBuffer())) : String(response.status);
      if (sum !== files[0]?.watermark) faults.push(`${call_id}: ${sum}`);
      const peaks = await running.admin.raw(`/api/v2/calls/${call_id}.json/peaks.json`);
      if (peaks.status !== 200) faults.push(`${call_id}: peaks ${peaks.status}`);
    }
    const { body } = await running.admin.get('/api/v2/quarantine.json');
    faults.push(...strays(dataFolder), ...body.quarantine.map(({ name }: { name: string }) => `quarantined: ${name}`));
    await running.service.close();
  }

  expect(faults).toEqual([]);
  console.log(`killed with so many of ${recordings} recordings done: ${moved.join(' ')}`);
  expect(moved.filter((done) => done === 0 || done >= recordings)).toEqual([]);
}, 600_000);

/** Kills `serve` soon after so many recordings were encrypted to a second key. Returns how many were. */
async function killedAfter(dataFolder: string, wanted: number): Promise<number> {
  const { announced, stop } = await serving(dataFolder);
  const headers = {
    authorization: basic(administrator.login, administrator.password),
    'content-type': 'application/json',
  };
  const encrypt_key = { name: 'Second', add_type: 'generate', key_length: 2048, protection_mode: 'user' };
  const post = (path: string, body?: object) =>
    fetch(`${announced.url}${path}`, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) });
  const made = await post('/api/v2/encrypt_keys.json', { encrypt_key });
  const { url } = (await made.json()) as { url: string };
  await post(url.replace('.json', '/rewrap.json'));
  const db = new Database(join(dataFolder, 'earshot.db'), { readonly: true });
  const done = () =>
    db
      .prepare<[], { n: number }>(`
        SELECT count(*) AS n FROM call_files f JOIN encrypt_key_set_members m USING (key_set_id)
        WHERE m.fingerprint <> f.encrypt_fingerprint`)
      .get()?.n ?? 0;
  const begunAt = Date.now();
  while (done() < wanted) await pause(1);
  // Waits until the next recording is being encrypted, at the pace of this machine.
  await pause(dice(Date.now() - begunAt) / wanted);
  const at = done();
  await stop('SIGKILL');
  db.close();
  return at;
}
