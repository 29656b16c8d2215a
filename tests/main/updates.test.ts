import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { Updates } from '../../electron/main/updates';
import { isUpdateAddress, type KeptUpdates, type UpdatePlace } from '../../shared/updates';

const pair = () => generateKeyPairSync('ed25519');
const [own, retired, stranger] = [pair(), pair(), pair()];
const spki = ({ publicKey }: { publicKey: KeyObject }) =>
  publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

const newProgram = Buffer.alloc(300_000, 'new program ');
const name = 'Earshot-0.2.0.AppImage';
const manifestOf = (version: string, file: Buffer, more: object = {}) =>
  Buffer.from(
    stringify({
      version,
      files: [{ url: name, sha512: createHash('sha512').update(file).digest('base64'), size: file.length, ...more }],
    }),
  );

type Offer = Record<string, Buffer | undefined>;
/** What a site offers: a signed list of versions, and the program. */
function offered(version = '0.2.0', by: { privateKey: KeyObject } = own, file = newProgram): Offer {
  const manifest = manifestOf(version, file);
  return {
    'latest-linux.yml': manifest,
    'latest-linux.yml.sig': Buffer.from(`${sign(null, manifest, by.privateKey).toString('base64')}\n`),
    [name]: file,
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-updates-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function folderWith(offer: Offer): string {
  const folder = newFolder();
  for (const [file, content] of Object.entries(offer)) if (content) writeFileSync(join(folder, file), content);
  return folder;
}

/** A server on loopback that offers this. */
async function serving(offer: Offer): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const content = offer[url.split('/').at(-1) ?? ''];
    response.writeHead(content ? 200 : 404).end(content);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/earshot`, asked };
}

/** Version 0.1.0 of the program, which looks in a place. */
function program(place: UpdatePlace | null, mode: KeptUpdates['mode'] = 'install', keys = [spki(retired), spki(own)]) {
  const appImage = join(newFolder(), 'Earshot.AppImage');
  writeFileSync(appImage, 'old program', { mode: 0o755 });
  let kept: KeptUpdates = { mode, place, newest: null, installed: null };
  const updates = new Updates({
    version: '0.1.0',
    platform: 'linux',
    keys,
    appImage,
    kept: { get: () => kept, set: (next) => (kept = next) },
    fetch: (url) => fetch(url, { redirect: 'error' }),
    now: () => 1,
    log: () => {},
    onChange: () => {},
  });
  const now = () => readFileSync(appImage);
  return { updates, now, appImage, folder: join(appImage, '..'), kept: () => kept };
}

const old = Buffer.from('old program');

test.each(['a folder', 'an address'])('a newer version from %s replaces the program in one step', async (from) => {
  const offer = offered();
  const place = from === 'a folder' ? { folder: folderWith(offer) } : { address: (await serving(offer)).address };
  const { updates, now, appImage, folder } = program(place);
  expect(await updates.look()).toMatchObject({ outcome: 'installed', version: '0.2.0', checked_at: 1 });
  expect(now().equals(newProgram)).toBe(true);
  expect([statSync(appImage).mode & 0o777, readdirSync(folder)]).toEqual([0o755, ['Earshot.AppImage']]);
});

test('a version is only told of while it is not to be installed; while it is off, nobody is asked', async () => {
  const { address, asked } = await serving(offered());
  const told = program({ address }, 'notify');
  expect(await told.updates.look()).toMatchObject({ outcome: 'found', version: '0.2.0' });
  expect(told.now()).toEqual(old);
  const before = asked.length;
  const off = program({ address }, 'off');
  off.updates.begin();
  await off.updates.look();
  expect([asked.length, off.updates.state().outcome]).toEqual([before, null]);
});

test('a version is installed once, also while the program goes on with the one before', async () => {
  const { address, asked } = await serving(offered());
  const { updates } = program({ address });
  await updates.look();
  expect(await updates.look()).toMatchObject({ outcome: 'installed', version: '0.2.0' });
  expect(asked.filter((url) => url.endsWith(name))).toHaveLength(1);
});

test('a look counts no more once it was changed where to look, and installs nothing once it is off', async () => {
  const { updates, now } = program({ folder: folderWith(offered()) });
  const looking = updates.look();
  updates.change({ mode: 'off' });
  await looking;
  expect([updates.state().outcome, now()]).toEqual([null, old]);
});

test('the same version is up to date', async () => {
  const { updates, now } = program({ folder: folderWith(offered('0.1.0')) });
  expect(await updates.look()).toMatchObject({ outcome: 'current', version: null });
  expect(now()).toEqual(old);
});

const manifest = manifestOf('0.2.0', newProgram);
const signed = (content: Buffer): Offer => ({
  ...offered(),
  'latest-linux.yml': content,
  'latest-linux.yml.sig': Buffer.from(sign(null, content, own.privateKey).toString('base64')),
});
const changed = Buffer.from(newProgram);
changed[1_000] = 0;

test.each<[string, string, Offer]>([
  ['no list of versions', 'missing', {}],
  ['no signature', 'unsigned', { ...offered(), 'latest-linux.yml.sig': undefined }],
  ['an empty signature', 'forged', { ...offered(), 'latest-linux.yml.sig': Buffer.from('\n') }],
  ['the signature of another key', 'forged', offered('0.2.0', stranger)],
  ['the signature of another list', 'forged', { ...offered(), 'latest-linux.yml': manifestOf('0.3.0', newProgram) }],
  [
    'a list with a byte more',
    'forged',
    { ...offered(), 'latest-linux.yml': Buffer.concat([manifest, Buffer.from(' ')]) },
  ],
  ['a lower version', 'older', offered('0.0.9')],
  ['a list that is not YAML', 'broken', signed(Buffer.from('{{{'))],
  ['a list of 70,000 characters', 'broken', signed(Buffer.from(`# ${'x'.repeat(70_000)}`))],
  ['a version in words', 'broken', signed(manifestOf('newest', newProgram))],
  ['a path as the file', 'broken', signed(manifestOf('0.2.0', newProgram, { url: '../../etc/passwd' }))],
  [
    'an address as the file',
    'broken',
    signed(manifestOf('0.2.0', newProgram, { url: 'https://example.com/a.AppImage' })),
  ],
  ['no program', 'incomplete', { ...offered(), [name]: undefined }],
  ['a program with another byte', 'changed', { ...offered(), [name]: changed }],
  ['a program that goes on', 'changed', { ...offered(), [name]: Buffer.concat([newProgram, Buffer.from('x')]) }],
  ['a program that ends early', 'incomplete', { ...offered(), [name]: newProgram.subarray(1) }],
])('%s is refused, from a folder and from an address, and the program stays', async (_, outcome, offer) => {
  for (const place of [{ folder: folderWith(offer) }, { address: (await serving(offer)).address }]) {
    const { updates, now, folder } = program(place);
    expect(await updates.look()).toMatchObject({ outcome });
    expect([now(), readdirSync(folder)]).toEqual([old, ['Earshot.AppImage']]);
  }
});

test('a list that was valid once is refused after a later one was seen', async () => {
  const folder = folderWith(offered('0.3.0'));
  const { updates, kept } = program({ folder }, 'notify');
  expect(await updates.look()).toMatchObject({ outcome: 'found', version: '0.3.0' });
  for (const [file, content] of Object.entries(offered('0.2.0'))) writeFileSync(join(folder, file), content ?? '');
  expect(await updates.look()).toMatchObject({ outcome: 'older' });
  expect(kept().newest).toBe('0.3.0');
});

test('a program without keys trusts nothing', async () => {
  const { updates, now } = program({ folder: folderWith(offered()) }, 'install', []);
  expect(updates.state()).toMatchObject({ can_install: false, has_keys: false });
  expect(await updates.look()).toMatchObject({ outcome: 'forged' });
  expect(now()).toEqual(old);
});

test('a key that is not retired yet counts as well', async () => {
  const { updates } = program({ folder: folderWith(offered('0.2.0', retired)) }, 'notify');
  expect(await updates.look()).toMatchObject({ outcome: 'found' });
});

test('what an interrupted update has left is removed by the next one', async () => {
  const { updates, folder, now } = program({ folder: folderWith(offered()) });
  writeFileSync(join(folder, 'Earshot.AppImage.0a1b2c3d.part'), 'half');
  mkdirSync(join(folder, 'notes'));
  await updates.look();
  expect([readdirSync(folder).sort(), now().equals(newProgram)]).toEqual([['Earshot.AppImage', 'notes'], true]);
});

test('an address that answers with another one is not followed', async () => {
  const elsewhere = await serving(offered());
  const server = createServer((_, response) => response.writeHead(302, { location: elsewhere.address }).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { updates } = program({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  expect(await updates.look()).toMatchObject({ outcome: 'unreachable' });
  expect(elsewhere.asked).toEqual([]);
});

test.each([
  ['https://updates.example.com/earshot', true],
  ['http://127.0.0.1:8080/', true],
  ['http://updates.example.com/', false],
  ['https://user:secret@updates.example.com/', false],
  ['https://updates.example.com/?token=secret', false],
  ['file:///srv/updates', false],
  ['updates.example.com', false],
])('%s as an address of updates: %s', (address, may) => {
  expect(isUpdateAddress(address)).toBe(may);
});
