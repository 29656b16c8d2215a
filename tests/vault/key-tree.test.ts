import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  fingerprintOf,
  openForApplication,
  openForUser,
  type Pair,
  privateKeyOf,
  sealPrivateKey,
  wrapForApplication,
  wrapForUser,
} from '../../electron/service/vault/key-tree';
import { derive, seal, unseal } from '../../electron/service/vault/sealed';
import {
  decoyCredentials,
  kdfOf,
  newCredentials,
  openByPassword,
  scryptLnFrom,
  stretch,
} from '../../electron/service/vault/user-pair';

/** A pair that is fast to make. Its length does not matter in these tests. */
function pair(): Pair {
  const made = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  return { public_key: made.publicKey, private_key: made.privateKey, fingerprint: fingerprintOf(made.publicKey) };
}
const [one, two] = [pair(), pair()];
/** A copy of a pair, for a call that zeroes it. */
const copy = (made: Pair): Pair => ({ ...made, private_key: Buffer.from(made.private_key) });
const [keyId, userId] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const same = (a: ReturnType<typeof privateKeyOf>, der: Buffer) =>
  a.equals(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
const refused = expect.objectContaining({ code: 'IntegrityError' });

test('a sealed value opens with its key and purpose, and sealing twice gives different bytes', () => {
  const key = randomBytes(32);
  const plain = Buffer.from('a secret');
  const [first, second] = [seal(key, plain, 'here'), seal(key, plain, 'here')];
  expect(unseal(key, first, 'here')).toEqual(plain);
  expect(first.equals(second)).toBe(false);
  expect(first.length).toBe(12 + plain.length + 16);
});

test('a sealed value does not open with another key or purpose, or when changed or cut', () => {
  const key = randomBytes(32);
  const sealed = seal(key, Buffer.from('a secret'), 'here');
  expect(() => unseal(randomBytes(32), sealed, 'here')).toThrow(refused);
  expect(() => unseal(key, sealed, 'there')).toThrow(refused);
  for (let length = 0; length < sealed.length; length++) {
    expect(() => unseal(key, sealed.subarray(0, length), 'here')).toThrow(refused);
  }
  for (let place = 0; place < sealed.length; place++) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => unseal(key, changed, 'here')).toThrow(refused);
  }
});

test('keys derived for two purposes are independent', () => {
  const key = randomBytes(32);
  expect(derive(key, 'cra/login').equals(derive(key, 'cra/userkey'))).toBe(false);
  expect(derive(key, 'cra/kcv', 8).length).toBe(8);
});

test('an application key opens with the master key, only under its own id and public key', () => {
  const masterKey = randomBytes(32);
  const { private_key_sealed, wrapped } = sealPrivateKey(keyId, copy(one), (kek) =>
    wrapForApplication(masterKey, keyId, one.fingerprint, kek),
  );
  const stored = { key_id: keyId, fingerprint: one.fingerprint, private_key_sealed };

  expect(same(openForApplication(masterKey, stored, wrapped), one.private_key)).toBe(true);
  expect(() => openForApplication(randomBytes(32), stored, wrapped)).toThrow(refused);
  expect(() => openForApplication(masterKey, { ...stored, key_id: userId }, wrapped)).toThrow(refused);
  expect(() => openForApplication(masterKey, { ...stored, fingerprint: two.fingerprint }, wrapped)).toThrow(refused);
});

test("a user key opens only with the person's own private key and id", () => {
  const { private_key_sealed, wrapped } = sealPrivateKey(keyId, copy(one), (kek) =>
    wrapForUser(two.public_key, keyId, userId, kek),
  );
  const stored = { key_id: keyId, fingerprint: one.fingerprint, private_key_sealed };
  const own = privateKeyOf(two.private_key);

  expect(same(openForUser(own, userId, stored, wrapped), one.private_key)).toBe(true);
  expect(() => openForUser(own, keyId, stored, wrapped)).toThrow();
  expect(() => openForUser(own, userId, { ...stored, key_id: userId }, wrapped)).toThrow();
  expect(() => openForUser(privateKeyOf(one.private_key), userId, stored, wrapped)).toThrow();
});

test('a password opens its pair; another password, person or cost does not', async () => {
  const { fingerprint, ...stored } = await newCredentials(userId, 'pässword 🔑', 14);
  const open = (password: string, user = userId, row = stored) => openByPassword(password, user, row, 14);

  expect(fingerprintOf(stored.public_key)).toBe(fingerprint);
  expect((await open('pässword 🔑'))?.asymmetricKeyDetails?.modulusLength).toBe(3072);
  expect(await open('passwort')).toBeUndefined();
  expect(await open('pässword 🔑', userId, { ...stored, kdf: kdfOf(15) })).toBeUndefined();
  expect(await open('pässword 🔑', userId, decoyCredentials(14))).toBeUndefined();
  await expect(open('pässword 🔑', keyId)).rejects.toThrow(refused);
});

test('the environment sets the cost of passwords, within bounds', () => {
  const costs = [{}, { EARSHOT_SCRYPT_LN: '' }, { EARSHOT_SCRYPT_LN: '15' }, { EARSHOT_SCRYPT_LN: '20' }].map(
    scryptLnFrom,
  );
  expect(costs).toEqual([17, 17, 15, 20]);
  for (const EARSHOT_SCRYPT_LN of ['14', '21', '16.5', 'many'])
    expect(() => scryptLnFrom({ EARSHOT_SCRYPT_LN })).toThrow('from 15 to 20');
});

test('stored parameters of a higher cost, within bounds, are used', async () => {
  expect(await stretch('x', { kdf: kdfOf(18), salt: Buffer.alloc(16) }, 17)).toHaveLength(64);
});

test.each([
  ['scrypt,ln=21,r=8,p=1'],
  ['scrypt,ln=14,r=8,p=1'],
  ['scrypt,ln=99,r=8,p=1'],
  ['scrypt,ln=17,r=16,p=1'],
  ['scrypt,ln=17,r=8,p=5'],
  ['scrypt,ln=17,r=8,p=0'],
  ['scrypt,ln=017,r=8,p=1'],
  ['scrypt,ln=17,r=8,p=1 '],
  ['argon2id,m=65536,t=3,p=4'],
  [''],
])('stored parameters out of bounds (%s) are refused', async (kdf) => {
  await expect(stretch('x', { kdf, salt: Buffer.alloc(16) }, 17)).rejects.toThrow('out of bounds');
});
