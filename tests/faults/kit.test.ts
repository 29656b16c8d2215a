import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeKit } from '../../electron/service/vault/recovery-kit';
import { administratorBy, run, serving, withoutKeychain } from '../support/command-line';
import { openKeyring } from '../support/keyring';
import { administrator, basic, temporaryFolder } from '../support/start-service';

// Each test starts several processes, which take a while on a busy machine.
vi.setConfig({ testTimeout: 180_000 });
const oneLine = /^[^\n]+\n$/;
type Kit = { path: string; words: string[] };

test('with a kit, serve plays an archive that was copied from another machine, and stores its key in the keyring', async () => {
  const { folder, kit } = await archiveOfAnotherMachine();
  const keyring = await openKeyring(temporaryFolder());

  const without = await visit(folder, keyring.env());
  const opened = await visit(folder, keyring.env(wordsOf(kit)), '--kit', kit.path);
  const after = await visit(folder, keyring.env());

  expect(without).toMatchObject({ keychain: 'missing', audio: 503 });
  expect(opened).toMatchObject({ keychain: 'ok', audio: 200, code: 0, stdout: expect.stringMatching(oneLine) });
  expect(opened.stderr).toBe('The recovery kit opens this archive. Its key is in the keychain now.\n');
  expect(after).toMatchObject({ keychain: 'ok', audio: 200 });
});

test('without a keyring, a kit opens the archive until serve ends', async () => {
  const { folder, kit } = await archiveOfAnotherMachine();

  const opened = await visit(folder, withoutKeychain(wordsOf(kit)), '--kit', kit.path);
  const after = await visit(folder, withoutKeychain());

  expect(opened).toMatchObject({ keychain: 'absent', audio: 200, code: 0 });
  expect(opened.stderr).toBe('The recovery kit opens this archive. Its key is known until this command ends.\n');
  expect(after).toMatchObject({ keychain: 'absent', audio: 503 });
});

test('import accepts a kit as well', async () => {
  const { folder, kit } = await archiveOfAnotherMachine();
  const keyring = await openKeyring(temporaryFolder());

  const { code } = await run(
    ['import', '--data', folder, '--kit', kit.path, resolve('tests/data/audio/short-stereo-16k.wav')],
    keyring.env(wordsOf(kit)),
  );

  expect([code, Object.keys(await keyring.content()).length]).toEqual([0, 1]);
});

test('a word that no kit uses, the words of another kit and the kit of another archive each end with exit code 1 and their own message', async () => {
  const { folder, kit } = await archiveOfAnotherMachine();
  const foreign = await savedKit(randomBytes(32), 'elsewhere');
  const [, ...rest] = kit.words;
  const cases: Kit[] = [{ ...kit, words: ['xylophone', ...rest] }, { ...kit, words: foreign.words }, foreign];

  const ends = [];
  for (const one of cases) {
    ends.push(await run(['serve', '--data', folder, '--port', '0', '--kit', one.path], withoutKeychain(wordsOf(one))));
  }

  expect(ends).toEqual([
    { code: 1, stdout: '', stderr: 'Word 1 is not one that kits use.\n' },
    { code: 1, stdout: '', stderr: 'The words do not fit this kit file.\n' },
    { code: 1, stdout: '', stderr: 'This kit belongs to another archive.\n' },
  ]);
});

test.each<[string, (kit: Kit) => { path: string; env: Record<string, string> }, string]>([
  ['no file of words', ({ path }) => ({ path, env: {} }), 'EARSHOT_KIT_WORDS_FILE'],
  ['a kit that does not exist', (kit) => ({ path: '/nonexistent/kit', env: wordsOf(kit) }), '/nonexistent/kit'],
  ['words that others can read', (kit) => ({ path: kit.path, env: wordsOf(kit, 0o640) }), 'chmod 600'],
])('with %s serve ends with exit code 2 and one line, and changes nothing', async (_, given, said) => {
  const { path, env } = given(await savedKit(randomBytes(32), 'here'));
  const folder = join(temporaryFolder(), 'archive');

  const { code, stdout, stderr } = await run(
    ['serve', '--data', folder, '--port', '0', '--kit', path],
    withoutKeychain(env),
  );

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain(said);
  expect(existsSync(folder)).toBe(false);
});

test('without a window, a kit is made with the command, and opens the archive elsewhere', async () => {
  const keyring = await openKeyring(temporaryFolder());
  const folder = temporaryFolder();
  const env = keyring.env(administratorBy(`${administrator.password}\n`));
  await run(['import', '--data', folder, resolve('tests/data/audio/short-stereo-16k.wav')], env);
  const [path, words] = ['kit.txt', 'words'].map((name) => join(temporaryFolder(), name)) as [string, string];
  const command = ['kit', '--data', folder, '--words-file', words];

  const made = await run(command, keyring.env());
  writeFileSync(path, made.stdout);
  const typed = readFileSync(words, 'utf8').trim().split(' ');
  const mode = statSync(words).mode & 0o777;
  const opened = await visit(folder, withoutKeychain({ EARSHOT_KIT_WORDS_FILE: words }), '--kit', path);
  const again = await run(command, keyring.env());

  expect([made.code, made.stderr, typed.length, mode]).toEqual([0, '', 7, 0o600]);
  // Single words can be those of its title, and short ones part of what is sealed.
  const pairs = typed.slice(1).map((word, at) => new RegExp(`\\b${typed[at]}\\W+${word}\\b`));
  expect(pairs.filter((pair) => pair.test(made.stdout))).toEqual([]);
  expect(opened).toMatchObject({ keychain: 'absent', audio: 200 });
  expect([again.code, again.stdout, again.stderr]).toEqual([2, '', `${words} exists already; name a new file.\n`]);
  expect(readFileSync(words, 'utf8').trim().split(' ')).toEqual(typed);
});

test('without the master key no kit is made, and no file of words is left', async () => {
  const folder = temporaryFolder();
  await run(['seed', '--data', folder, '--calls', '1'], withoutKeychain(administratorBy('a long password of 1')));
  const words = join(temporaryFolder(), 'words');

  const refused = await run(['kit', '--data', folder, '--words-file', words], withoutKeychain());
  const unnamed = await run(['kit', '--data', folder], withoutKeychain());

  expect([refused.code, refused.stdout, unnamed.code, existsSync(words)]).toEqual([1, '', 2, false]);
  expect(refused.stderr).toMatch(oneLine);
});

/** An archive with recordings that was made with another keyring, and a kit for it. */
async function archiveOfAnotherMachine(): Promise<{ folder: string; kit: Kit }> {
  const keyring = await openKeyring(temporaryFolder());
  const folder = temporaryFolder();
  const env = keyring.env(administratorBy(`${administrator.password}\n`));
  const { code } = await run(['import', '--data', folder, resolve('tests/data/audio/short-stereo-16k.wav')], env);
  expect(code).toBe(0);
  const [account = '', key = ''] = Object.entries(await keyring.content())[0] ?? [];
  await keyring.close();
  return { folder, kit: await savedKit(Buffer.from(key, 'base64url'), account.split('/').at(-1) ?? '') };
}

async function savedKit(key: Buffer, installId: string): Promise<Kit> {
  const { words, file } = await makeKit(key, installId, '2026-11-20T14:32:08+00:00');
  const path = join(temporaryFolder(), 'kit.txt');
  writeFileSync(path, file);
  return { path, words };
}

function wordsOf({ words }: Kit, mode = 0o600): Record<string, string> {
  const path = join(temporaryFolder(), 'words');
  writeFileSync(path, `${words.slice(0, 4).join(' ')}\n${words.slice(4).join('\n')}\n`);
  chmodSync(path, mode);
  return { EARSHOT_KIT_WORDS_FILE: path };
}

/** Starts serve, requests audio, and ends it. */
async function visit(folder: string, env: NodeJS.ProcessEnv, ...options: string[]) {
  const { announced, stop } = await serving(folder, env, ['--port', '0', ...options]);
  const headers = { authorization: basic(administrator.login, administrator.password) };
  const { calls } = await (await fetch(`${announced.url}/api/v2/calls.json`, { headers })).json();
  const audio = await fetch(`${announced.url}/api/v2/calls/${calls[0].call_id}.json/audio`, { headers });
  await audio.arrayBuffer();
  return { keychain: announced.keychain, audio: audio.status, ...(await stop('SIGTERM')) };
}
