import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { memorySource } from '../../electron/service/audio/byte-source';
import { openContainer } from '../../electron/service/audio/container/reader';
import { containerWriter } from '../../electron/service/audio/container/writer';
import { DataKeys } from '../../electron/service/resources/calls/files/data-keys';
import { spend } from '../../electron/service/secret';
import { fingerprintOf, sealPrivateKey } from '../../electron/service/vault/key-tree';
import { freshSeed, given, sealed } from '../audio/given-container';

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
