import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { version } from '../../package.json';
import { administratorBy, program, run, serving, withoutKeychain } from '../support/command-line';
import { administrator, basic, startService, temporaryFolder } from '../support/start-service';

// Each test starts several processes, which take a while on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const recordings = resolve('tests/data/audio');
const nextYear = `${new Date().getFullYear() + 1}-02-28`;
/** The result of a command with --json: the last line of standard output. */
const resultOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');

/** A folder with an archive, without an Earshot that has it open; `login` is an administrator. */
async function archive() {
  const folder = temporaryFolder();
  const env = withoutKeychain(administratorBy(administrator.password));
  const { stop } = await serving(folder, env);
  await stop('SIGTERM');
  return { folder, env };
}

/** Asks the door of a folder as another program would. */
function atDoor(
  folder: string,
  path: string,
  headers: Record<string, string>,
  sent?: object,
): Promise<{ status: number; body: string }> {
  const { socket } = JSON.parse(readFileSync(join(folder, 'commands.json'), 'utf8'));
  return new Promise((done, fail) => {
    const method = sent ? 'POST' : 'GET';
    const type = sent && { 'content-type': 'application/json' };
    const asked = request({ socketPath: socket, path, method, headers: { ...headers, ...type } }, async (response) => {
      let body = '';
      for await (const part of response) body += part;
      done({ status: response.statusCode ?? 0, body });
    });
    asked.on('error', fail).end(sent && JSON.stringify(sent));
  });
}

test('the door is for its owner: a file and a socket that nobody else can read, and a key that is new at each start', async () => {
  const { folder, env } = await archive();
  const { stop, child } = await serving(folder, env);
  const door = JSON.parse(readFileSync(join(folder, 'commands.json'), 'utf8'));
  const modes = [join(folder, 'commands.json'), door.socket].map((path) => statSync(path).mode & 0o777);

  const answers = [
    await atDoor(folder, '/api/v2/calls.json', {}),
    await atDoor(folder, '/api/v2/calls.json', { authorization: 'Earshot guessed' }),
    await atDoor(folder, '/api/v2/calls.json', { authorization: basic(administrator.login, administrator.password) }),
    await atDoor(folder, '/api/v2/calls.json', { authorization: `Earshot ${door.key}` }),
  ];
  const before = [Object.keys(door), door.version, door.pid, door.key.length];
  await stop('SIGTERM');

  expect(before).toEqual([['version', 'socket', 'key', 'pid'], 1, child.pid, 43]);
  expect(modes).toEqual([0o600, 0o600]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
  expect([existsSync(join(folder, 'commands.json')), existsSync(door.socket)]).toEqual([false, false]);
  const again = await serving(folder, env);
  expect(JSON.parse(readFileSync(join(folder, 'commands.json'), 'utf8')).key).not.toBe(door.key);
  await again.stop('SIGTERM');
});

test.each([
  ['an Earshot that has the folder open', true],
  ['the folder itself', false],
])('import, verify, user add and token add work through %s', async (_, isOpen) => {
  const { folder, env } = await archive();
  const passwordFile = join(temporaryFolder(), 'password');
  writeFileSync(passwordFile, 'walnut bicycle harbour\n', { mode: 0o600 });
  const served = isOpen ? await serving(folder, env) : undefined;
  const command = (...args: string[]) =>
    run([...args, '--data', folder, '--json'], { ...env, EARSHOT_PASSWORD_FILE: passwordFile });

  const imported = await command('import', recordings);
  const verified = await command('verify');
  const user = await command(
    'user',
    'add',
    '--login',
    'nina',
    '--name',
    'Nina',
    '--role',
    'Administrator',
    '--group',
    'Everyone',
  );
  const token = await command('token', 'add', '--login', 'nina', '--name', 'CRM', '--read', '--expires', nextYear);
  const unknown = await command('token', 'add', '--login', 'nobody', '--name', 'CRM');

  expect(imported.code, imported.stderr).toBe(0);
  expect(resultOf(imported)).toMatchObject({ skipped: 1, refused: 2, refused_files: [{}, {}] });
  expect([verified.code, resultOf(verified)]).toEqual([0, { database_ok: true, audit_ok: true }]);
  expect(user.code, user.stderr).toBe(0);
  expect(resultOf(user)).toEqual({ user_id: expect.any(String) });
  expect(token.code, token.stderr).toBe(0);
  expect(resultOf(token)).toEqual({ token_id: expect.any(String), token: expect.stringMatching(/^earshot_/) });
  expect([unknown.code, unknown.stderr]).toEqual([1, 'There is no user with the login nobody.\n']);
  await served?.stop('SIGTERM');
  const { given } = await startService({ dataFolder: folder });
  expect(given.audited('token').at(-1)).toMatchObject({ action: 'create', user_id: null });
  const doors = given.database((db) =>
    db.prepare("SELECT DISTINCT door FROM audit_log WHERE resource = 'token'").pluck().all(),
  );
  expect(doors).toEqual(['command_line']);
});

test('the owner is refused what belongs to a user', async () => {
  const { folder, env } = await archive();
  const { stop } = await serving(folder, env);
  const { key } = JSON.parse(readFileSync(join(folder, 'commands.json'), 'utf8'));
  const headers = { authorization: `Earshot ${key}` };
  const search = { saved_search: { name: 'Long', query: '', columns: [] } };

  const { status, body } = await atDoor(folder, '/api/v2/saved_searches.json', headers, search);
  await stop('SIGTERM');

  expect([status, JSON.parse(body).reason.code]).toEqual([403, 'user_needed']);
});

test('a command says so when the Earshot that it asked is killed', async () => {
  const { folder, env } = await archive();
  const sounds = temporaryFolder();
  for (let n = 0; n < 400; n += 1) cpSync(join(recordings, 'question-ulaw-16k.wav'), join(sounds, `${n}.wav`));
  const { child, ended } = await serving(folder, env);
  const importing = run(['import', sounds, '--data', folder], env);
  const { key } = JSON.parse(readFileSync(join(folder, 'commands.json'), 'utf8'));
  await vi.waitFor(async () => {
    const { body } = await atDoor(folder, '/api/v2/imports.json', { authorization: `Earshot ${key}` });
    expect(JSON.parse(body).imports).toHaveLength(1);
  }, 60_000);
  child.kill('SIGKILL');
  await ended;

  const { code, stdout, stderr } = await importing;

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Earshot ended before it had answered\. [^\n]+\n$/);
});

test('a report is run as a user, whose password is in a file', async () => {
  const { folder, env } = await archive();
  const passwordFile = join(temporaryFolder(), 'password');
  writeFileSync(passwordFile, administrator.password, { mode: 0o600 });
  const { announced, stop } = await serving(folder, env);
  const headers = {
    authorization: basic(administrator.login, administrator.password),
    'content-type': 'application/json',
  };
  const { reports } = await (await fetch(`${announced.url}/api/v2/reports.json`, { headers })).json();
  const to = join(temporaryFolder(), 'rows.csv');
  const report = ['report', 'run', reports[0].name, '--to', to, '--data', folder, '--json'];

  const alone = await run(report, env);
  const as = await run([...report, '--as', administrator.login], { ...env, EARSHOT_PASSWORD_FILE: passwordFile });
  const again = await run([...report, '--as', administrator.login], { ...env, EARSHOT_PASSWORD_FILE: passwordFile });
  await stop('SIGTERM');

  expect([alone.code, alone.stderr]).toEqual([1, 'This belongs to a user. Name one with --as.\n']);
  expect(as.code, as.stderr).toBe(0);
  expect(resultOf(as)).toEqual({ run_id: expect.any(String), rows: expect.any(Number) });
  expect(existsSync(to)).toBe(true);
  expect(again.code).toBe(2);
});

test('a file of a process that is gone, or that others can read, is not trusted', async () => {
  const { folder, env } = await archive();
  const { child, ended } = await serving(folder, env);
  child.kill('SIGKILL');
  await ended;
  const left = existsSync(join(folder, 'commands.json'));

  const { code, stderr } = await run(['verify', '--data', folder], env);

  expect([left, code, stderr]).toEqual([true, 0, '']);
  const { stop } = await serving(folder, env);
  chmodSync(join(folder, 'commands.json'), 0o644);
  expect((await run(['verify', '--data', folder], env)).code).toBe(5);
  await stop('SIGTERM');
});

test('in a folder with a long path, the socket is elsewhere; a client that says nothing does not hold up the end', async () => {
  const folder = join(temporaryFolder(), 'x'.repeat(100));
  mkdirSync(folder, { mode: 0o700 });
  const env = withoutKeychain(administratorBy(administrator.password));
  const { stop } = await serving(folder, env);
  const { socket } = JSON.parse(readFileSync(join(folder, 'commands.json'), 'utf8'));
  const silent = connect(socket);
  silent.on('error', () => undefined);
  await once(silent, 'connect');

  const verified = await run(['verify', '--data', folder], env);
  const ended = await stop('SIGTERM');

  expect([socket.startsWith(folder), socket.length <= 104, verified.code, ended.code]).toEqual([false, true, 0, 0]);
  expect(existsSync(join(socket, '..'))).toBe(false);
});

test('commands at once, against a running and a stopped Earshot, end with 0 or 5', async () => {
  const { folder, env } = await archive();
  const both = () =>
    Promise.all([run(['verify', '--data', folder], env), run(['verify-audit', '--data', folder], env)]);

  const stopped = [...(await both()), ...(await both())];
  const { stop } = await serving(folder, env);
  const running = [...(await both()), ...(await both())];
  await stop('SIGTERM');

  expect(stopped.every(({ code }) => code === 0 || code === 5)).toBe(true);
  expect(stopped.some(({ code }) => code === 0)).toBe(true);
  expect(running.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
});

test.each([
  [[], 'Commands: serve, import'],
  [['dance'], 'There is no command "dance"'],
  [['token'], 'Commands: token add'],
  [['token', 'add', '--name', 'CRM'], '--login'],
  [['token', 'add', '--login', '', '--name', 'CRM'], '--login'],
  [['unlock', '--login', 'a', '--as', 'b'], '--as'],
  [['verify', '--open', '3'], '--open needs --backup'],
  [
    ['user', 'add', '--login', 'a', '--name', 'b', '--role', 'c', '--group', 'd', '--as', 'e'],
    'EARSHOT_NEW_PASSWORD_FILE',
  ],
  [['import'], 'Name <folder>'],
  [['import', 'a', 'b'], '"b" is too much'],
  [['verify', '--loud'], '--loud'],
  [['token', 'add', '--login', 'a', '--name', 'b', '--expires', 'soon'], '--expires takes a day'],
  [['token', 'add', '--login', 'a', '--name', 'b', '--expires', '2031-02-31'], '--expires takes a day'],
  [['user', 'add', '--login', 'a', '--name', 'b', '--role', 'c', '--group', 'd'], 'EARSHOT_PASSWORD_FILE'],
])('%j is wrong usage', async (args, said) => {
  const { code, stdout, stderr } = await run(args);

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(said);
});

test('a command of a later version ends with 1 and a sentence', async () => {
  const { code, stderr } = await run(['backup', '--data', temporaryFolder()]);

  expect([code, stderr]).toEqual([1, 'This version does not have "backup" yet.\n']);
});

test('doctor says what works, and ends with 1 without a keychain', async () => {
  const { folder, env } = await archive();
  const { stop } = await serving(folder, env);

  const bundle = join(temporaryFolder(), 'bundle.zip');
  const ended = await run(['doctor', '--data', folder, '--json', '--bundle', bundle], env);
  const again = await run(['doctor', '--data', folder, '--bundle', bundle], env);
  await stop('SIGTERM');

  const result = resultOf(ended);
  expect(ended.code).toBe(1);
  expect([readFileSync(bundle).subarray(0, 4).toString('latin1'), statSync(bundle).mode & 0o777]).toEqual([
    'PK\x03\x04',
    0o600,
  ]);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('name a new file')]);
  expect(result).toMatchObject({ version, database: 'plain', keychain: 'absent', door: true });
  expect(result.checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual([
    ['folder', true],
    ['keychain', false],
    ['door', true],
    ['port', true],
    ['disk', true],
    ['clock', true],
  ]);
});

test.each([
  ['markdown', 'docs/commands.md'],
  ['man', 'resources/man/earshot.1'],
  ['bash', 'resources/completions/earshot.bash'],
  ['zsh', 'resources/completions/_earshot'],
  ['fish', 'resources/completions/earshot.fish'],
])('what is made of the table for %s is up to date', async (name, path) => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'completion', name]);

  expect(stdout).toBe(readFileSync(path, 'utf8'));
});

test('bash accepts its completion, and every command explains itself', async () => {
  await promisify(execFile)('bash', ['-n', 'resources/completions/earshot.bash']);
  const { code, stdout } = await run(['token', 'add', '--help']);

  expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: earshot token add --login <login>')]);
  expect((await run(['--version'])).stdout).toBe(`${version}\n`);
});

test('a folder is previewed without an archive, and nothing is made', async () => {
  const [calls, data] = [temporaryFolder(), join(temporaryFolder(), 'none')];
  cpSync(join(recordings, 'short-stereo-16k.wav'), join(calls, 'in-201-030231250-20260203-101112-1770109870.7.wav'));
  writeFileSync(join(calls, 'calls.csv'), 'Start,From,To\n03/04/2026 10:00,0302312501,201\n');
  const preview = (...words: string[]) =>
    run(['import', '--preview', '--data', data, '--timezone', 'Europe/Berlin', ...words, calls]);
  const shown = await preview('--metadata-only');
  const answered = await preview('--metadata-only', '--date-order', 'mdy');
  const named = await preview('--preset', 'yeastar');
  const wrong = await Promise.all([preview('--preset', 'nobody'), preview('--date-order', 'ydm')]);

  const { reading, recordings: count } = JSON.parse(shown.stdout.trim().split('\n').at(-1) ?? '').preview;
  expect([shown.code, count, reading.preset.key, reading.questions[0].code]).toEqual([0, 1, 'freepbx', 'date_order']);
  expect(reading.calls).toMatchObject([
    { from_number: '030231250', setup_time: '2026-02-03T10:11:12+01:00' },
    { from_number: '0302312501', doubts: [{ field: 'setup_time', code: 'date_order' }] },
  ]);
  const second = JSON.parse(answered.stdout).preview.reading;
  expect([second.questions, second.calls[1].setup_time]).toEqual([[], '2026-03-04T10:00:00+01:00']);
  expect(JSON.parse(named.stdout).preview.reading.because).toMatchObject([{ code: 'read_by_choice' }]);
  expect(wrong.map(({ code }) => code)).toEqual([2, 2]);
  expect(existsSync(data)).toBe(false);
});

test('an import with an open question says which option answers it, and gives all calls the categories that it names', async () => {
  const { folder, env } = await archive();
  const calls = temporaryFolder();
  writeFileSync(join(calls, 'calls.csv'), 'Start,From,To\n03/04/2026 10:00,0302312501,201\n');
  const command = (...words: string[]) => run(['import', '--metadata-only', '--data', folder, ...words, calls], env);
  const asked = await command();
  const unknown = await command('--date-order', 'dmy', '--category', 'Nobody made this');
  const nowhere = await command('--date-order', 'dmy', '--tenant', 'Nobody');
  const done = resultOf(await command('--date-order', 'dmy'));

  expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('--date-order')]);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no category "Nobody made this"')]);
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('no tenant "Nobody"')]);
  expect(done).toMatchObject({ rows_imported: 1, doubts: {}, questions: [] });
});

test('import presets are listed, exported, added and removed, and an import names one', async () => {
  const { folder, env } = await archive();
  const command = (...words: string[]) => run([...words, '--data', folder, '--json'], env);
  const { import_presets } = resultOf(await run(['presets', '--data', folder, 'list'], env));
  const exported = resultOf(await command('presets', 'export', 'freepbx'));
  const file = join(folder, '..', `${Date.now()}.json`);
  const pattern = 'in-{from}-{to}-{date}-{time}-{id}';
  const preset = { ...exported.import_preset, name: 'Turned round', names: [{ pattern, direction: null }] };
  writeFileSync(file, JSON.stringify({ import_preset: preset }));
  const added = resultOf(await command('presets', 'add', file));
  const calls = temporaryFolder();
  cpSync(join(recordings, 'short-stereo-16k.wav'), join(calls, 'in-201-030231-20260203-101112-1770109870.7.wav'));
  const imported = resultOf(await command('import', '--preset', 'turned ROUND', calls));
  const unknown = await command('import', '--preset', 'nobody', calls);
  const removed = resultOf(await command('presets', 'remove', 'Turned round'));
  const builtin = await command('presets', 'remove', '3cx');
  writeFileSync(file, JSON.stringify({ import_preset: { name: 'a', names: [{ pattern: '{' }] } }));
  const wrong = await command('presets', 'add', file);
  const ofPattern = await command('import', '--preset', file, calls);
  for (const text of ['{"x":1}', '[]', 'null', '{']) {
    writeFileSync(file, text);
    const none = await command('import', '--preset', file, calls);
    const adding = await command('presets', 'add', file);
    expect([none.code, adding.code, none.stderr.includes(file)]).toEqual([2, 1, true]);
  }

  expect(import_presets.map(({ key }: { key: string }) => key)).toContain('zoom-phone');
  expect(exported.import_preset).not.toHaveProperty('preset_id');
  expect(added.preset_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(imported).toMatchObject({ imported: 1, preset_id: added.preset_id, preset_name: 'Turned round' });
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no import preset "nobody"')]);
  expect(removed).toEqual(added);
  expect([builtin.code, builtin.stderr]).toEqual([1, expect.stringContaining('do not change')]);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('names.0.pattern: Character 1')]);
  expect([ofPattern.code, ofPattern.stderr]).toEqual([2, expect.stringContaining('names.0.pattern: Character 1')]);
});
