import { createHmac, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { wavHeader } from '../../electron/service/audio/wav';
import { version } from '../../package.json';
import { administratorBy, run, serving, start, withoutKeychain } from '../support/command-line';
import { filesBelow, sha256 } from '../support/folder-files';
import { administrator, basic, noKeychain, startService, temporaryFolder } from '../support/start-service';

// Each test starts several processes, which take a while on a busy machine.
vi.setConfig({ testTimeout: 180_000 });
const admin = { authorization: basic(administrator.login, administrator.password) };
const oneLine = /^[^\n]+\n$/;

test('serve prints its address in one line, writes api.json for its owner only, and removes it at the end', async () => {
  const folder = temporaryFolder();
  const env = withoutKeychain(administratorBy(`${administrator.password}\n`));

  const { announced, stop, child } = await serving(folder, env);
  const found = JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'));
  const { mode } = statSync(join(folder, 'api.json'));
  const health = await (await fetch(`${announced.url}/healthz?nonce=abcdefgh12345678`)).json();
  const calls = await fetch(`${announced.url}/api/v2/calls.json`, { headers: admin });
  const { code, stdout } = await stop('SIGTERM');

  expect(announced).toEqual({ url: announced.url, pid: child.pid, version, keychain: 'absent' });
  expect(Object.keys(found).sort()).toEqual(['pid', 'port', 'proof_key', 'started_at']);
  expect([found.port, found.pid]).toEqual([Number(new URL(announced.url).port), child.pid]);
  expect([mode & 0o777, calls.status, code]).toEqual([0o600, 200, 0]);
  expect(health.proof).toBe(createHmac('sha256', found.proof_key).update('abcdefgh12345678').digest('hex'));
  expect(stdout).toMatch(oneLine);
  expect(filesBelow(folder)).toEqual(['closed', 'earshot.db', 'log-of', 'owner.lock', 'reserve']);
});

test('a client that sends a long body to its end gets the refusal, also on a connection that closes', async () => {
  const { announced } = await serving(temporaryFolder(), withoutKeychain(administratorBy(administrator.password)));
  const body = JSON.stringify({ category: { name: 'x'.repeat(1_500_000) } });
  const headers = { ...admin, 'content-type': 'application/json', connection: 'close' };

  const statuses = [];
  for (let n = 0; n < 40; n += 1) {
    // In chunks, so that no length says beforehand that it is too long.
    const sent = { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
    statuses.push((await fetch(`${announced.url}/api/v2/categories.json`, sent)).status);
    // Refused before the credentials are tried, also on a connection that would stay.
    const foreign = { ...sent, body: new Blob([body]).stream(), headers: { origin: 'https://page.example' } };
    statuses.push((await fetch(`${announced.url}/api/v2/categories.json`, foreign)).status);
  }

  expect(new Set(statuses)).toEqual(new Set([413, 403]));
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'at %s a running download is finished, then serve ends with exit code 0',
  async (signal) => {
    const { folder, call_id, sum } = await archiveWithOneCall();
    const { announced, stop } = await serving(folder);
    const response = await fetch(`${announced.url}/api/v2/calls/${call_id}.json/audio`, { headers: admin });

    const ended = stop(signal);

    expect(response.status).toBe(200);
    expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sum);
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringMatching(oneLine) });
    expect(existsSync(join(folder, 'api.json'))).toBe(false);
    await expect(fetch(`${announced.url}/healthz`)).rejects.toThrow();
  },
);

test('serve on an empty folder without the variables ends with exit code 2 and one line that names them', async () => {
  const { code, stdout, stderr } = await run(['serve', '--data', temporaryFolder(), '--port', '0']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain('EARSHOT_ADMIN_LOGIN');
});

test.each([
  ['a line end as on Windows', 'open sesame\r\n', 'open sesame'],
  ['two line ends, of which one is meant', ' open sesame \n\n', ' open sesame \n'],
])('only the last line end of a password file is ignored: %s', async (_, content, password) => {
  const { announced, stop } = await serving(temporaryFolder(), withoutKeychain(administratorBy(content)));
  const asked = async (text: string) =>
    (await fetch(`${announced.url}/api/v2/calls.json`, { headers: { authorization: basic('ingrid', text) } })).status;

  const answers = [await asked(password), await asked(`${password}\n`)];

  expect(answers).toEqual([200, 401]);
  await stop('SIGTERM');
});

test('serve and seed end with exit code 5 and one line when another process uses the folder', async () => {
  const { folder } = await archiveWithOneCall();
  const { stop } = await serving(folder);

  const ends = await Promise.all([
    run(['serve', '--data', folder, '--port', '0']),
    run(['seed', '--data', folder, '--calls', '1']),
  ]);

  for (const { code, stdout } of ends) expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  for (const { stderr } of ends) expect(stderr).toMatch(oneLine);
  expect((await stop('SIGTERM')).code).toBe(0);
});

test('import prints a consistent summary and ends with exit code 0, even if files were refused', async () => {
  const folder = await emptyArchive();
  const first = await run(['import', '--data', folder, resolve('tests/data/audio')]);
  const second = await run(['import', '--data', folder, resolve('tests/data/audio')]);

  const [one, two] = [first, second].map(({ stdout }) => JSON.parse(stdout.trimEnd().split('\n').at(-1)!));
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(one).toMatchObject({ total: 14, imported: 11, skipped: 1, refused: 2, rows_without_audio: 0 });
  expect(one.bytes).toBeGreaterThan(7_000_000);
  expect(one.refused_files.map(({ file }: { file: string }) => file)).toEqual([
    'broken-no-header.wav',
    'unplayable-g722.wav',
  ]);
  expect(two).toMatchObject({ total: 14, imported: 0, skipped: 12, refused: 2, bytes: 0 });
});

test('import ends with exit code 1 when nothing can be imported: a missing folder, or no key to encrypt with', async () => {
  const missing = await run(['import', '--data', temporaryFolder(), join(temporaryFolder(), 'nowhere')]);
  const keyless = await run(['import', '--data', temporaryFolder(), resolve('tests/data/audio')]);

  expect([missing.code, keyless.code]).toEqual([1, 1]);
  expect([missing.stdout, keyless.stdout]).toEqual(['', '']);
  expect(missing.stderr).toMatch(oneLine);
  expect(keyless.stderr).toContain('There is no active key to encrypt with, because this computer has no keychain');
});

test('rows that name none of the files are counted, and become calls with --metadata-only', async () => {
  const folder = await emptyArchive();
  const records = temporaryFolder();
  cpSync(resolve('tests/data/cdr/asterisk-master.csv'), join(records, 'asterisk-master.csv'));
  const counted = JSON.parse((await run(['import', '--data', folder, records])).stdout);
  const taken = await run(['import', '--data', folder, '--metadata-only', '--timezone', 'Europe/Berlin', records]);
  const again = await run(['import', '--data', folder, '--metadata-only', '--timezone', 'Europe/Berlin', records]);
  writeFileSync(
    join(records, 'asterisk-master.csv'),
    'setup_time,categories\n2026-01-02T10:00:00Z,\n2026-01-03,Nope\n',
  );
  const refused = await run(['import', '--data', folder, '--metadata-only', '--timezone', 'Europe/Berlin', records]);

  const calls = (await exported(folder)).length - 1;
  expect(counted).toMatchObject({ total: 0, imported: 0, skipped: 0, refused: 0 });
  expect(counted.rows_without_audio).toBeGreaterThan(0);
  expect([taken.code, again.code]).toEqual([0, 0]);
  expect(calls).toBe(counted.rows_without_audio - JSON.parse(taken.stdout).rows_without_audio);
  expect(calls).toBeGreaterThan(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: calls, rows_imported: 0, rows_skipped: calls });
  expect(JSON.parse(refused.stdout)).toMatchObject({
    rows: 2,
    rows_imported: 1,
    rows_refused: 1,
    refused_files: [],
    refused_rows: [{ file: 'asterisk-master.csv', line: 3, reason: 'There is no category "Nope".' }],
  });
});

test('seed adds the same calls for the same state, and continues after the existing ones', async () => {
  const [inOne, inTwo] = [await emptyArchive(), await emptyArchive()];
  const once = await run(['seed', '--data', inOne, '--calls', '50']);
  await run(['seed', '--data', inTwo, '--calls', '30']);
  const last = await run(['seed', '--data', inTwo, '--calls', '20']);

  expect([once.stdout, last.stdout].map((line) => JSON.parse(line).total)).toEqual([50, 50]);
  const [one, two] = [await exported(inOne), await exported(inTwo)];
  expect(one).toHaveLength(50);
  expect(two).toEqual(one);
});

test('seed with an evaluator adds forms with evaluations to do and completed ones', async () => {
  const folder = await emptyArchive();
  const seed = () => run(['seed', '--data', folder, '--calls', '20', '--evaluator', administrator.login]);
  const [first, second] = [await seed(), await seed()];
  const unknown = await run(['seed', '--data', folder, '--calls', '1', '--evaluator', 'nobody']);
  const { evaluations } = JSON.parse(first.stdout);
  expect(evaluations).toBeGreaterThan(10);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('nobody')]);

  const { admin: caller, service } = await startService({ dataFolder: folder, keychain: noKeychain });
  const { body: forms } = await caller.get('/api/v2/evaluation_forms.json');
  const { body } = await caller.get('/api/v2/evaluation_reports.json?limit=1000');
  await service.close();
  expect(forms.evaluation_forms.map(({ name }: { name: string }) => name)).toEqual(['Sales call', 'Service call']);
  expect(body.reports).toHaveLength(evaluations + JSON.parse(second.stdout).evaluations);
  const statuses = new Set(body.reports.map(({ status }: { status: string }) => status));
  expect(statuses).toEqual(new Set(['assigned', 'in_progress', 'completed']));
});

test('folders and files are accessible only to their owner, whatever the umask', async () => {
  const folder = join(temporaryFolder(), 'archive');
  const env = withoutKeychain(administratorBy(`${administrator.password}\n`));
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  await run(['import', '--data', folder, resolve('tests/data/audio/short-stereo-16k.wav')], env);
  const { stop } = await serving(folder);

  const files = filesBelow(folder);
  const folders = new Set(files.flatMap((name) => name.split('/').map((_, n, parts) => parts.slice(0, n).join('/'))));

  expect(files).toEqual(expect.arrayContaining(['api.json', 'earshot.db', 'earshot.db-wal', 'owner.lock', 'running']));
  expect(files.filter((name) => modeOf(folder, name) !== 0o600)).toEqual([]);
  expect([...folders].filter((name) => modeOf(folder, name) !== 0o700)).toEqual([]);
  await stop('SIGTERM');
});

const modeOf = (folder: string, name: string) => statSync(join(folder, name)).mode & 0o777;

/** A closed archive with an administrator and no calls. */
async function emptyArchive(): Promise<string> {
  const { service, dataFolder } = await startService({ keychain: noKeychain });
  await service.close();
  return dataFolder;
}

/** An archive with one recording that is long enough for its download to take a while. */
async function archiveWithOneCall() {
  const { service, dataFolder, admin: caller, given } = await startService({ keychain: noKeychain, scryptLn: 15 });
  const sounds = join(temporaryFolder(), 'sounds');
  mkdirSync(sounds);
  const sound = randomBytes(8_000_000);
  const header = wavHeader({ codec: 'pcm_s16le', sample_rate: 8000, channels: 1, bits_per_sample: 16 }, sound.length);
  const long = Buffer.concat([header, sound]);
  writeFileSync(join(sounds, 'long.wav'), long);
  await given.imported([sounds]);
  const { body } = await caller.get('/api/v2/calls.json');
  await service.close();
  return { folder: dataFolder, call_id: body.calls[0].call_id as string, sum: sha256(long) };
}

/** All calls of a closed archive from the API, without the values that differ between archives. */
async function exported(dataFolder: string): Promise<unknown[]> {
  const { admin: caller, service } = await startService({ dataFolder, keychain: noKeychain });
  const { body } = await caller.get('/api/v2/calls.json?limit=1000');
  await service.close();
  return body.calls.map(({ tenant_id: _, ...call }: { tenant_id: string }) => call);
}

test('a second signal does not interrupt what the first one lets finish', async () => {
  const { folder, call_id, sum } = await archiveWithOneCall();
  const { announced, child, ended } = await serving(folder);
  const response = await fetch(`${announced.url}/api/v2/calls/${call_id}.json/audio`, { headers: admin });

  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) child.kill(signal);

  expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sum);
  expect((await ended).code).toBe(0);
});

test('signals during the start of serve do not leave the mark of a crash', async () => {
  const folder = await emptyArchive();
  const before = filesBelow(folder);

  const { child, ended } = start(['serve', '--data', folder, '--port', '0']);
  while (!existsSync(join(folder, 'running'))) await pause(1);
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGTERM'] as const) child.kill(signal);
  const { code } = await ended;

  expect([code, filesBelow(folder)]).toEqual([0, before]);
});

test('a command waits for a folder whose owner is closing', async () => {
  const { folder, call_id } = await archiveWithOneCall();
  const { announced, stop } = await serving(folder);
  const response = await fetch(`${announced.url}/api/v2/calls/${call_id}.json/audio`, { headers: admin });
  const stopped = stop('SIGTERM');
  while (!existsSync(join(folder, 'closing'))) await pause(1);

  const seeded = run(['seed', '--data', folder, '--calls', '1']);
  await response.arrayBuffer();

  expect([(await stopped).code, (await seeded).code]).toEqual([0, 0]);
});

test('call records without calls are reported, and an import of nothing else ends with exit code 1', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'calls.csv'), 'colour,shape\nred,round\n');
  const env = withoutKeychain(administratorBy(administrator.password));

  const { code, stdout, stderr } = await run(['import', '--data', temporaryFolder(), folder], env);

  expect([code, JSON.parse(stdout).total]).toEqual([1, 0]);
  expect(stderr).toContain('calls.csv: This file has no call details: no column names a recording or a time');
});

test.each([
  [['--help'], ['serve', 'import', 'seed', 'EARSHOT_ADMIN_LOGIN']],
  [
    ['serve', '--help'],
    ['earshot serve', '--watch-folder', '--data'],
  ],
  [
    ['import', '-h'],
    ['earshot import', '--timezone', '<folder>'],
  ],
])('%j prints the usage and ends with exit code 0', async (args, named) => {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const name of named) expect(stdout).toContain(name);
});

test('without --port, the next port is used and reported when the default one is in use', async () => {
  // The port is occupied by this test, or by another process.
  const squatter = createServer().on('error', () => {});
  onTestFinished(() => void squatter.close());
  await new Promise<void>((settled) => {
    squatter.once('listening', settled).once('error', () => settled());
    squatter.listen(8017, '127.0.0.1');
  });

  const env = withoutKeychain(administratorBy('a long password'));
  const { announced, stop } = await serving(temporaryFolder(), env, []);
  const { stderr } = await stop('SIGTERM');

  expect(Number(new URL(announced.url).port)).toSatisfy((port: number) => port > 8017 && port <= 8026);
  expect(stderr).toContain('Port 8017 is in use');
});
