import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openContainer } from '../../electron/service/audio/container/reader';
import { containerWriter } from '../../electron/service/audio/container/writer';
import { fileStore } from '../../electron/service/audio/file-store';
import { DataKeys } from '../../electron/service/resources/calls/calls/files/data-keys';
import { rewrapFile } from '../../electron/service/resources/calls/rewraps/rewrap-job';
import { salvageFile } from '../../electron/service/resources/sources/recordings/salvage/salvage-job';
import { spend } from '../../electron/service/secret';
import { fingerprintOf, sealPrivateKey } from '../../electron/service/vault/key-tree';
import { freshSeed, given, sealed } from '../audio/given-container';
import { memorySource } from '../support/memory-source';
import { temporaryFolder } from '../support/start-service';

const isZero = (bytes: Uint8Array | undefined) => bytes?.every((byte) => byte === 0);

test('a spent secret is zeroed, also when its use fails', () => {
  const [used, failed] = [randomBytes(32), randomBytes(32)];

  const first = spend(used, (secret) => secret[0]);
  const fail = () =>
    spend(failed, () => {
      throw new Error('no');
    });

  expect(fail).toThrow('no');
  expect([typeof first, isZero(used), isZero(failed)]).toEqual(['number', true, true]);
});

test('a key-encryption key and the private half it seals are zeroed once it is wrapped', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const pair = { public_key: publicKey, private_key: privateKey, fingerprint: fingerprintOf(publicKey) };
  let kek: Buffer | undefined;
  let during: boolean | undefined;

  sealPrivateKey('key', pair, (handed) => {
    kek = handed;
    during = isZero(handed);
  });

  expect([during, isZero(kek), isZero(privateKey)]).toEqual([false, true, true]);
});

test('the data key of a new container is zeroed once its keys are derived', () => {
  const seed = freshSeed();
  containerWriter({ recipients: [given.recipient], chunkLog2: 12 }, seed);
  expect(isZero(seed.dek)).toBe(true);
});

test.each([
  ['opens', false],
  ['is refused', true],
])('an unwrapped data key of a container is zeroed when it %s', async (_, isDamaged) => {
  const { bytes, dek } = sealed(Buffer.from('a recording'));
  const unwrapped = Buffer.from(dek);
  if (isDamaged) bytes[40] = (bytes[40] ?? 0) ^ 1;

  const opening = openContainer(memorySource(bytes), () => unwrapped).then(
    () => false,
    () => true,
  );

  expect([await opening, isZero(unwrapped)]).toEqual([isDamaged, true]);
});

test('a cached data key is zeroed when it is dropped or forgotten; returned copies are not', () => {
  const keys = new DataKeys();
  const [first, second, again, ...more] = Array.from({ length: 66 }, () => randomBytes(32)) as [Buffer, Buffer, Buffer];

  keys.keep('first', first);
  const taken = keys.find('first');
  keys.keep('second', second);
  keys.keep('second', again);
  for (const [n, one] of more.entries()) keys.keep(`more ${n}`, one);
  const madeRoom = [first, second, again].map(isZero);
  keys.forget();

  expect(madeRoom).toEqual([true, true, false]);
  expect([again, ...more].filter((one) => !isZero(one))).toEqual([]);
  expect([isZero(taken), keys.find('second')]).toEqual([false, undefined]);
});

/** An archive with a finished recording, whose next file cannot be created. */
async function crowded() {
  const archive = temporaryFolder();
  const files = fileStore(archive);
  const { bytes, dek } = sealed(Buffer.from('a recording'));
  const recording = await files.create({ setupMs: 0 });
  await recording.write(bytes);
  const path = await recording.commit();
  const taken = await files.create({ setupMs: 0 });
  onTestFinished(() => taken.abort());
  return { archive, path, uuid: taken.uuid, data_key: dek };
}

/** The descriptors of a file that this process has open. */
const descriptorsOf = (path: string): string[] =>
  readdirSync('/proc/self/fd').filter((name) => {
    const link = join('/proc/self/fd', name);
    return existsSync(link) && readlinkSync(link).endsWith(path);
  });

const row = {
  fingerprint: given.recipient.fingerprint.toString('hex'),
  public_key: given.recipient.publicKey.export({ type: 'spki', format: 'der' }),
};
const sound = { codec: 'pcm_s16le' as const, sample_rate: 8000, channels: 1 };
type Crowded = Awaited<ReturnType<typeof crowded>>;

test.each([
  [
    'salvaged',
    (input: Crowded) => salvageFile.run({ ...input, left_bytes: 1, keys: [row], sound, setupMs: 0 }, () => undefined),
  ],
  [
    'wrapped for another key',
    (input: Crowded) => rewrapFile.run({ ...input, suffix: '.cra', setupMs: 0, recipient: row }, () => undefined),
  ],
])('when a recording that is %s finds no place, its data key is zeroed and its file closed', async (_, begin) => {
  const input = await crowded();

  await expect(begin(input)).rejects.toThrow('EEXIST');

  expect([isZero(input.data_key), descriptorsOf(input.path)]).toEqual([true, []]);
});
