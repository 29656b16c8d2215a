import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { needsSetup } from '../../electron/service/resources/site/setup';
import { administratorBy, program, run, serving, withoutKeychain } from '../support/command-line';
import { folderWith } from '../support/sounds';
import { administrator, noKeychain, startService, temporaryFolder } from '../support/start-service';

// Each test starts a process, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 180_000 });
const env = () => withoutKeychain(administratorBy(`${administrator.password}\n`));
const oneLine = /^[^\n]+\n$/;
const serve = (folder: string, ...more: string[]) => ['serve', '--data', folder, '--port', '0', ...more];

test.each([
  [[]],
  [['dance']],
  [['serve', '--colour']],
  [['serve', '--port', '99999']],
  [['serve', '--port', '']],
  [['import']],
  [['import', 'one', 'two']],
  [['import', '--timezone', 'Mars/Phobos', 'tests/data/audio']],
  [['seed']],
  [['seed', '--calls', '0']],
  [['seed', '--calls', '1.5']],
])('wrong usage ends with exit code 2 and one line: %j', async (args) => {
  const folder = join(temporaryFolder(), 'archive');
  const data = args.length > 0 && args[0] !== 'dance' ? ['--data', folder] : [];

  const { code, stdout, stderr } = await run([...args, ...data]);

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(oneLine);
  expect(existsSync(folder)).toBe(false);
});

test('serve ends with exit code 2 and one line when the password file is missing or too short', async () => {
  const short = await run(
    ['serve', '--data', temporaryFolder(), '--port', '0'],
    withoutKeychain(administratorBy('short\n')),
  );
  const nowhere = withoutKeychain({ EARSHOT_ADMIN_LOGIN: 'ingrid', EARSHOT_ADMIN_PASSWORD_FILE: '/nonexistent/file' });
  const missing = await run(['serve', '--data', temporaryFolder(), '--port', '0'], nowhere);

  expect([short.code, missing.code]).toEqual([2, 2]);
  for (const { stderr } of [short, missing]) expect(stderr).toMatch(oneLine);
});

test('when the port is in use, no new archive is created', async () => {
  const { announced } = await serving(temporaryFolder(), env());
  const { port } = new URL(announced.url);
  const [missing, empty] = [join(temporaryFolder(), 'archive'), temporaryFolder()];

  const ends = [];
  for (const folder of [missing, empty]) ends.push(await run(['serve', '--data', folder, '--port', port], env()));

  expect(ends).toEqual(ends.map(() => ({ code: 1, stdout: '', stderr: `Port ${port} is in use.\n` })));
  expect([existsSync(missing), readdirSync(empty)]).toEqual([false, []]);
});

test.each<[string, (folder: string) => string[], Record<string, string>]>([
  ['serve without an administrator', serve, {}],
  [
    'an administrator without a password',
    serve,
    { EARSHOT_ADMIN_LOGIN: 'ingrid', EARSHOT_ADMIN_PASSWORD_FILE: '/none' },
  ],
  [
    'an import with a password that is a folder',
    (folder) => ['import', '--data', folder, resolve('tests/data/audio')],
    { EARSHOT_ADMIN_LOGIN: 'ingrid', EARSHOT_ADMIN_PASSWORD_FILE: '/' },
  ],
])('%s leaves no new archive behind', async (_, args, variables) => {
  const folder = temporaryFolder();
  const { code, stdout } = await run(args(folder), withoutKeychain(variables));
  expect([code, stdout, readdirSync(folder)]).toEqual([2, '', []]);
});

test('an import without an administrator and without a keychain creates no new archive', async () => {
  const [missing, empty] = [join(temporaryFolder(), 'archive'), temporaryFolder()];

  const ends = [];
  for (const folder of [missing, empty])
    ends.push(await run(['import', '--data', folder, resolve('tests/data/audio')]));

  for (const { code, stdout, stderr } of ends) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain('There is no active key to encrypt with, because this computer has no keychain');
  }
  expect([existsSync(missing), readdirSync(empty)]).toEqual([false, []]);
});

test('the password of a new administrator may come through a pipe, which can be read once', async () => {
  const folder = temporaryFolder();
  const command = `EARSHOT_ADMIN_PASSWORD_FILE=<(printf 'a long password') exec "$0" "$1" seed --data "$2" --calls 1`;

  const { status, stderr } = spawnSync('bash', ['-c', command, process.execPath, program, folder], {
    env: withoutKeychain({ EARSHOT_ADMIN_LOGIN: 'ingrid' }),
    encoding: 'utf8',
  });
  const { service } = await startService({ dataFolder: folder, empty: true });

  expect([status, stderr]).toEqual([0, '']);
  expect(await needsSetup(service)).toBe(false);
});

test('a terminal shows sentences, another program gets JSON', async () => {
  const { service, dataFolder } = await startService({ keychain: noKeychain });
  await service.close();
  writeFileSync(join(dataFolder, 'audio', '2025'), 'A file where a folder should be.');
  const args = ['import', '--data', dataFolder, folderWith({ '20250221-175151.wav': {} })];
  const command = [process.execPath, program, ...args].join(' ');

  const atTerminal = spawnSync('script', ['-qec', command, '/dev/null'], { env: withoutKeychain(), encoding: 'utf8' });
  const { stderr } = await run(args);

  expect(atTerminal.stdout).toMatch(/^File not imported \(ENOTDIR: .*\)\.\r\n\{"total":1.*\}\r\n$/);
  expect(JSON.parse(stderr)).toMatchObject({ msg: 'file not imported' });
});

test('a kit requires an existing archive', async () => {
  const [folder, kit] = [temporaryFolder(), join(temporaryFolder(), 'kit.txt')];
  writeFileSync(kit, 'words', { mode: 0o600 });

  const { code, stderr } = await run(serve(folder, '--kit', kit), withoutKeychain({ EARSHOT_KIT_WORDS_FILE: kit }));

  expect([code, stderr]).toEqual([1, `There is no archive in ${folder} that a kit could open.\n`]);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['kit', '/', 'kit.txt'],
  ['file of words', 'kit.txt', '/'],
])('a %s that is a folder is reported as such', async (_, kit, words) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'kit.txt'), 'words', { mode: 0o600 });
  const variables = { EARSHOT_KIT_WORDS_FILE: resolve(folder, words) };

  const { code, stderr } = await run(serve(folder, '--kit', resolve(folder, kit)), withoutKeychain(variables));

  expect([code, stderr]).toEqual([2, '/ is a folder; name a file.\n']);
});

test.each([
  ['earshot.db', 'earshot.db is damaged or is not a database'],
  ['owner.lock', 'owner.lock in it is damaged. Make sure that no Earshot is open'],
])('a damaged %s is reported in one line, with what to do, and not changed', async (name, said) => {
  const { service, dataFolder } = await startService({ keychain: noKeychain });
  await service.close();
  const path = join(dataFolder, name);
  const garbage = Buffer.alloc(8192, 'garbage');
  writeFileSync(path, garbage);

  const { code, stdout, stderr } = await run(serve(dataFolder));

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain(said);
  expect(readFileSync(path).equals(garbage)).toBe(true);
});

test('a folder inside a file is reported as not being a folder', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');

  const ends = [await run(serve(file)), await run(serve(join(file, 'archive')))];

  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
    [1, `${file} is not a folder.\n`],
    [1, `${join(file, 'archive')} is not a folder.\n`],
  ]);
});
