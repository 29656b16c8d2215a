import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '@shared/contract/calls';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { wavHeader } from '../../electron/service/audio/wav';
import { importSummary } from '../../electron/service/resources/sources/imports';
import type { Caller } from '../support/caller';
import { start } from '../support/command-line';
import { diceOf } from '../support/dice';
import { sha256 } from '../support/folder-files';
import { ended } from '../support/imports';
import { seed } from '../support/seed';
import { noKeychain, startService, type TestService, temporaryFolder } from '../support/start-service';
import { strays } from '../support/strays';

const dice = diceOf(seed);
const kills = Number(process.env.EARSHOT_KILLS ?? 6);
const lines = 16;
/** Single recordings, two-legged calls and one refused file. */
const filesInFolder = lines + lines / 4 + 1;
const soundsInFolder = filesInFolder - 1;
/** The remaining files leave time for the kill, however fast the machine imports. */
const killedAtMost = soundsInFolder - 10;

test(`${kills} kills during an import lose nothing acknowledged, show no partial call and create no duplicate`, async () => {
  const found = [
    ...(await killAgainAndAgain(await emptyArchive(), kills / 2)),
    ...(await killAgainAndAgain(await emptyArchive(), kills / 2)),
  ];

  const faults = found.filter(({ lost, unreadable, leftBehind, resumed, again }) =>
    [lost, unreadable, leftBehind, resumed, again].some((list) => list.length > 0),
  );
  expect(faults).toEqual([]);
  const acknowledged = found.map((round) => round.acknowledged);
  console.log(`killed with so many of ${soundsInFolder} files acknowledged: ${acknowledged.join(' ')}`);
  expect(acknowledged).toHaveLength(kills);
  expect(acknowledged.filter((n) => n === 0 || n >= soundsInFolder)).toEqual([]);
}, 600_000);

type Round = {
  killedAt: number;
  acknowledged: number;
  lost: string[];
  unreadable: string[];
  leftBehind: string[];
  resumed: string[];
  again: string[];
};

/** An empty archive with an administrator, whose key is in user mode. */
async function emptyArchive(): Promise<string> {
  const { service, dataFolder } = await startService({ keychain: noKeychain });
  await service.close();
  return dataFolder;
}

/**
 * Kills the imports of one archive again and again while it grows. Each round imports its own folder. Nothing else runs
 * here at the same time, because the moment to kill would be missed.
 */
async function killAgainAndAgain(archive: string, times: number): Promise<Round[]> {
  const rounds: Round[] = [];
  const everything = new Set<string>();
  for (let n = 0; n < times; n++) {
    const { folder, originals } = recordings();
    const killedAt = 1 + dice(killedAtMost);
    const acknowledged = await importUntilKilled(archive, folder, killedAt);
    // The next start shows what a user would find.
    const running = await startService({ dataFolder: archive, keychain: noKeychain });
    const resumed = await goneOn(running);
    const seen = await lookAt(running, acknowledged, originals);
    const again = await importAgain(running, folder, originals, everything);
    await running.service.close();
    rounds.push({ killedAt, acknowledged: acknowledged.size, ...seen, resumed, again });
  }
  return rounds;
}

/** Files with unique content: WAV, MP3, the two legs of one call, and one that is not audio. */
function recordings(): { folder: string; originals: Map<string, string> } {
  const folder = join(temporaryFolder(), 'recordings');
  mkdirSync(folder);
  const originals = new Map<string, string>();
  const add = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    originals.set(name, sha256(bytes));
  };
  const mp3 = readFileSync(resolve('tests/data/audio/question.mp3'));
  for (let n = 0; n < lines; n++) {
    if (n % 4 === 0) {
      // Only legs of the same length are joined by their names.
      const samples = length();
      add(`line ${n}-agent.wav`, wav(samples));
      add(`line ${n}-customer.wav`, wav(samples));
    } else if (n % 4 === 1) add(`line ${n}.mp3`, Buffer.concat([mp3, randomBytes(64)]));
    else add(`line ${n}.wav`, wav());
  }
  writeFileSync(join(folder, 'notes.wav'), 'These are words.');
  return { folder, originals };
}

const length = () => 2_000 + dice(18_000);

function wav(samples = length()): Buffer {
  const sound = randomBytes(2 * samples);
  const header = wavHeader({ codec: 'pcm_s16le', sample_rate: 8000, channels: 1, bits_per_sample: 16 }, sound.length);
  return Buffer.concat([header, sound]);
}

/**
 * Kills an import soon after it has committed this many files. Returns the files committed by then, each with its call.
 */
async function importUntilKilled(archive: string, folder: string, killedAt: number): Promise<Map<string, string>> {
  const since = Date.now();
  const { child, ended } = start(['import', '--data', archive, folder]);
  const db = new Database(join(archive, 'earshot.db'), { readonly: true, fileMustExist: true });
  let firstAt = 0;
  for (let done = 0; done < killedAt; done = committed(db, since).size) {
    if (done > 0) firstAt ||= Date.now();
    if (child.exitCode !== null) throw new Error(`The import was not killed in time: ${(await ended).stderr}`);
    await pause(2);
  }
  // Waits until the next file is being processed, at the pace of this machine.
  if (firstAt) await pause(dice(Date.now() - firstAt) / killedAt);
  const acknowledged = committed(db, since);
  child.kill('SIGKILL');
  db.close();
  expect(await ended).toMatchObject({ code: null });
  return acknowledged;
}

/** The files that imports started since then have committed, each with its call. */
function committed(db: Database.Database, since: number): Map<string, string> {
  const rows = db
    .prepare<[number], { file: string; call_id: string }>(`
      SELECT r.file, r.call_id FROM import_rows r JOIN imports i USING (import_id)
      WHERE r.outcome = 'imported' AND i.created_at >= ?`)
    .all(since);
  return new Map(rows.map(({ file, call_id }) => [file, call_id]));
}

async function allCalls(admin: Caller): Promise<Call[]> {
  const answer = await admin.raw('/api/v2/calls.json?limit=1000');
  return ((await answer.json()) as { calls: Call[] }).calls;
}

/** The faults after a kill: lost files, calls that do not play, files without a call. */
async function lookAt(
  { admin, dataFolder }: TestService,
  acknowledged: Map<string, string>,
  originals: Map<string, string>,
): Promise<Pick<Round, 'lost' | 'unreadable' | 'leftBehind'>> {
  const calls = await allCalls(admin);
  const ours = new Set(originals.values());
  const delivered = new Map<string, string[]>();
  const unreadable: string[] = [];
  for (const { call_id, files } of calls) {
    if (files.length === 0) unreadable.push(`${call_id} has no file`);
    if (!files.some(({ watermark }) => ours.has(watermark ?? ''))) continue;
    const sums = await Promise.all(files.map(({ file_id }) => download(admin, call_id, file_id)));
    delivered.set(call_id, sums);
    if (sums.join() !== files.map(({ watermark }) => watermark).join())
      unreadable.push(`${call_id} is not what it was`);
    const peaks = await admin.raw(`/api/v2/calls/${call_id}.json/peaks.json`);
    if (peaks.status !== 200) unreadable.push(`${call_id} has no peaks: ${peaks.status}`);
    const legs = files.filter(({ watermark }) => nameOf(originals, watermark).includes('-')).length;
    if (legs === 1) unreadable.push(`${call_id} has one leg of two`);
  }
  const lost = [...acknowledged].filter(([file, call_id]) => !delivered.get(call_id)?.includes(originals.get(file)!));
  return { lost: lost.map(([file]) => file), unreadable, leftBehind: strays(dataFolder) };
}

const nameOf = (originals: Map<string, string>, sum: string | null): string =>
  [...originals].find(([, one]) => one === sum)?.[0] ?? '';

async function download(admin: Caller, call_id: string, file_id: string): Promise<string> {
  const response = await admin.raw(`/api/v2/calls/${call_id}.json/file?file_id=${file_id}`);
  return response.status === 200 ? sha256(Buffer.from(await response.arrayBuffer())) : `status ${response.status}`;
}

/** The faults of the killed import, once it has continued to its end. */
async function goneOn({ admin }: TestService): Promise<string[]> {
  const { body } = await admin.get('/api/v2/imports.json?limit=1');
  const { status, total, imported, skipped, refused } = await ended(
    admin,
    `/api/v2/imports/${body.imports[0].import_id}.json`,
  );
  const isWhole = status === 'done' && imported === soundsInFolder && skipped === 0 && refused === 1;
  return isWhole && total === filesInFolder ? [] : [`${status}: ${imported} + ${skipped} + ${refused} of ${total}`];
}

/** The faults after importing the same folder again: inconsistent counts, missing or duplicate files. */
async function importAgain(
  { service, given, admin, dataFolder }: TestService,
  folder: string,
  originals: Map<string, string>,
  everything: Set<string>,
): Promise<string[]> {
  const { total, imported, skipped, refused } = await importSummary(service.store, await given.imported([folder]));
  for (const sum of originals.values()) everything.add(sum);
  const stored = (await allCalls(admin)).flatMap(({ files }) => files.map(({ watermark }) => watermark));
  return [
    ...(total === filesInFolder && imported + skipped + refused === total && refused === 1
      ? []
      : [`${imported} + ${skipped} + ${refused} of ${total}`]),
    ...(stored.length === everything.size ? [] : [`${stored.length} files stored of ${everything.size}`]),
    ...[...everything].filter((sum) => !stored.includes(sum)),
    ...strays(dataFolder),
  ];
}
