import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { serving } from '../support/command-line';
import { diceOf } from '../support/dice';
import { bringIn, bytesOf, identityOf, packages, roundWith, scoreAll } from '../support/packages';
import { seed } from '../support/seed';
import { administrator, basic, noKeychain, startService, temporaryFolder } from '../support/start-service';
import { strays } from '../support/strays';

const dice = diceOf(seed);
const kills = Number(process.env.EARSHOT_KILLS ?? 3);
const host = { keychain: noKeychain, scryptLn: 15 };
const answers = [
  ['Warm', 8, 'yes', ''],
  ['Neutral', 6, 'no', ''],
];

/** What is done to an archive until it is killed. `isDone`: whether the archive has all of it, and never a part. */
type Act = {
  folder: string;
  path: string;
  file: Buffer | undefined;
  isDone(db: Database.Database): boolean;
  again(admin: Caller, isDone: boolean): Promise<string | undefined>;
};

test(`${kills} kills while packages are exported, brought in and merged leave all of it or nothing`, async () => {
  const acts = await prepared();
  const faults: string[] = [];
  const done: string[] = [];
  for (let n = 0; n < kills; n++) {
    const [name, act] = acts[n % acts.length] as (typeof acts)[number];
    const dataFolder = join(temporaryFolder(), 'data');
    cpSync(act.folder, dataFolder, { recursive: true });
    await killed(dataFolder, act);
    const running = await startService({ ...host, dataFolder });
    const { body } = await running.admin.get('/api/v2/quarantine.json');
    const db = new Database(join(dataFolder, 'earshot.db'), { readonly: true });
    const isDone = act.isDone(db);
    const noted = db.prepare<[], { path: string }>('SELECT path FROM discarded_files').all();
    db.close();
    done.push(`${name} ${isDone ? 1 : 0}`);
    const found = [
      ...strays(dataFolder).map((path) => `stray: ${path}`),
      ...body.quarantine.map(({ file_path }: { file_path: string }) => `quarantined: ${file_path}`),
      ...noted.map(({ path }) => `noted: ${path}`),
      (await act.again(running.admin, isDone)) ?? [],
      strays(dataFolder),
    ].flat();
    faults.push(...found.map((fault) => `${name} ${n}: ${fault}`));
    await running.service.close();
  }

  expect(faults).toEqual([]);
  console.log(`done when killed: ${done.join(', ')}`);
}, 1_800_000);

/** Archives before an export, before a package is brought in, and before its result is merged. */
async function prepared(): Promise<[name: string, act: Act][]> {
  const there = await startService(host);
  const own = await keyOf(there.admin);
  const here = await roundWith(own.public_key, host);
  const leader = await keyOf(here.admin);
  const path = here.at(`/packages/${here.outside.user_id}`);
  const round = await bytesOf(here.admin, path);
  const [beforeImport, beforeMerge] = [join(temporaryFolder(), 'data'), join(temporaryFolder(), 'data')];
  await there.service.close();
  cpSync(there.dataFolder, beforeImport, { recursive: true });
  const again = await startService({ ...host, dataFolder: there.dataFolder });
  const { body } = await bringIn(again.admin, round, leader.fingerprint);
  await scoreAll(again.admin, body.url, answers);
  const result = await bytesOf(again.admin, body.url.replace('.json', '/result'));
  await again.service.close();
  await here.service.close();
  cpSync(here.dataFolder, beforeMerge, { recursive: true });
  const count = (db: Database.Database, sql: string) => db.prepare<[], { n: number }>(sql).get()?.n ?? 0;
  const either = (found: number[], all: number[]) => {
    if (String(found) === String(all)) return true;
    expect(found).toEqual(all.map(() => 0));
    return false;
  };
  const bring = (file: Buffer, signer: string) => async (admin: Caller, isDone: boolean) => {
    const { status } = await bringIn(admin, file, signer);
    return status === (isDone ? 409 : 201) ? undefined : `again: ${status}`;
  };
  const completed = "SELECT count(*) AS n FROM evaluation_reports WHERE status = 'completed'";
  const tables = ['calibrations', 'evaluation_forms', 'received_packages'];
  const parts = ['calls', 'call_files', 'calibration_calls', 'evaluation_reports'];
  return [
    [
      'export',
      {
        folder: beforeMerge,
        path,
        file: undefined,
        isDone: (db) => count(db, 'SELECT count(*) AS n FROM sent_packages') === 2,
        again: async (admin) => ((await bytesOf(admin, path)).length === round.length ? undefined : 'another length'),
      },
    ],
    [
      'import',
      {
        folder: beforeImport,
        path: `${packages}?signer=${leader.fingerprint}`,
        file: round,
        isDone: (db) =>
          either(
            [...tables, ...parts].map((table) => count(db, `SELECT count(*) AS n FROM ${table}`)),
            [1, 1, 1, 2, 2, 2, 2],
          ),
        again: bring(round, leader.fingerprint),
      },
    ],
    [
      'merge',
      {
        folder: beforeMerge,
        path: `${packages}?signer=${own.fingerprint}`,
        file: result,
        isDone: (db) => either([count(db, completed)], [2]),
        again: bring(result, own.fingerprint),
      },
    ],
  ];
}

async function keyOf(admin: Caller) {
  const { users } = (await admin.get('/api/v2/users.json?search_term=ingrid')).body;
  return identityOf({ ...admin, user_id: users[0].user_id });
}

/** How long each act takes, by its path: measured once, without a kill. */
const lasting = new Map<string, number>();

/** Kills `serve` at a moment of an act. */
async function killed(dataFolder: string, { folder, path, file }: Act): Promise<void> {
  const act = async (url: string) => {
    const headers = {
      authorization: basic(administrator.login, administrator.password),
      ...(file && { 'content-type': 'application/octet-stream' }),
    };
    const body = file as Uint8Array<ArrayBuffer> | undefined;
    const response = await fetch(`${url}${path}`, { method: file ? 'POST' : 'GET', headers, ...(body && { body }) });
    await response.arrayBuffer();
  };
  const signIn = (url: string) =>
    fetch(`${url}/api/v2/sessions/current.json`, {
      headers: { authorization: basic(administrator.login, administrator.password) },
    });
  if (!lasting.has(path)) {
    const copy = join(temporaryFolder(), 'data');
    cpSync(folder, copy, { recursive: true });
    const { announced, stop } = await serving(copy);
    await signIn(announced.url);
    const began = performance.now();
    await act(announced.url);
    lasting.set(path, performance.now() - began);
    await stop('SIGKILL');
  }
  const { announced, stop } = await serving(dataFolder);
  await signIn(announced.url);
  const sent = act(announced.url).catch(() => undefined);
  await pause(dice(Math.ceil(lasting.get(path) ?? 1)));
  await stop('SIGKILL');
  await sent;
}
