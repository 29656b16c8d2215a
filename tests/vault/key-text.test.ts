import { execFileSync } from 'node:child_process';
import { createCipheriv, createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { elementsIn, integer, integersIn, octets, oid, sequence } from '../../electron/service/vault/der';
import { encryptedPem, readPrivateKey, readPublicKey } from '../../electron/service/vault/key-text';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const passphrase = 'a passphrase, größer als 15';
const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
const folder = mkdtempSync(join(tmpdir(), 'earshot-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyFile = join(folder, 'key.pem');
writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8' });
const withPassword = ['-passout', `pass:${passphrase}`];

const refusedAt = (field: string, code: string) =>
  expect.objectContaining({ code: 'InvalidRecord', details: { [field]: expect.objectContaining({ code }) } });

test('OpenSSL opens an exported key, and so does an import, with the right passphrase only', async () => {
  const text = await encryptedPem(privateKey, passphrase);
  const path = join(folder, 'exported.pem');
  writeFileSync(path, text);

  const opened = openssl('pkey', '-in', path, '-passin', `pass:${passphrase}`, '-pubout');
  const shape = openssl('asn1parse', '-in', path);

  expect(spki(createPublicKey(opened)).equals(spki(publicKey))).toBe(true);
  expect([shape.includes('hmacWithSHA256'), shape.includes(':0927C0'), shape.includes('aes-256-cbc')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(readPrivateKey(text, passphrase).equals(privateKey)).toBe(true);
  expect(() => readPrivateKey(text, 'another passphrase')).toThrow(
    refusedAt('private_key_password', 'private_key_password_wrong'),
  );
  expect(() => readPrivateKey(text)).toThrow(refusedAt('private_key_password', 'private_key_locked'));
});

/** What OpenSSL writes: [arguments, the password it was written with]. */
const privateForms: Record<string, [string[], string?]> = {
  'PKCS #8': [['pkcs8', '-topk8', '-nocrypt', '-in', keyFile]],
  'PKCS #1': [['rsa', '-traditional', '-in', keyFile]],
  'PKCS #8 with PBKDF2 and SHA-256': [
    ['pkcs8', '-topk8', '-v2', 'aes-256-cbc', '-in', keyFile, ...withPassword],
    passphrase,
  ],
  'the older PEM with DES': [['rsa', '-traditional', '-des3', '-in', keyFile, ...withPassword], passphrase],
  'the older PEM with AES': [['rsa', '-traditional', '-aes256', '-in', keyFile, ...withPassword], passphrase],
};

test.each(Object.entries(privateForms))(
  'a private key is read from %s, also as Base64 of it',
  (_name, [args, password]) => {
    const text = openssl(...args);

    const forms = [text, Buffer.from(text).toString('base64'), text.replaceAll('\n', '\r\n'), `\n  ${text}\n`];

    expect(forms.map((form) => readPrivateKey(form, password).equals(privateKey))).toEqual([true, true, true, true]);
    if (password === undefined) return;
    expect(() => readPrivateKey(text, 'wrong')).toThrow(
      refusedAt('private_key_password', 'private_key_password_wrong'),
    );
    expect(() => readPrivateKey(text)).toThrow(refusedAt('private_key_password', 'private_key_locked'));
  },
);

test('a wrong password of the older PEM is said to be wrong, also one that leaves bytes of a right length', () => {
  const text = openssl(...(privateForms['the older PEM with DES']?.[0] ?? []));
  const faults = Array.from({ length: 2_000 }, (_, at) => {
    try {
      return readPrivateKey(text, `wrong ${at}`);
    } catch (cause) {
      return cause;
    }
  });
  for (const fault of faults) expect(fault).toEqual(refusedAt('private_key_password', 'private_key_password_wrong'));
});

test('DER is read as Base64, private and public, with and without a password', () => {
  const der = (type: 'pkcs8' | 'pkcs1') => privateKey.export({ type, format: 'der' }).toString('base64');
  const locked = privateKey
    .export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase })
    .toString('base64');
  const open = (type: 'spki' | 'pkcs1') => publicKey.export({ type, format: 'der' }).toString('base64');

  expect([der('pkcs8'), der('pkcs1')].map((text) => readPrivateKey(text).equals(privateKey))).toEqual([true, true]);
  expect(readPrivateKey(locked, passphrase).equals(privateKey)).toBe(true);
  expect([open('spki'), open('pkcs1')].map((text) => readPublicKey(text).equals(publicKey))).toEqual([true, true]);
});

test('a public key is read from SPKI and PKCS #1', () => {
  const forms = (['spki', 'pkcs1'] as const).map((type) => String(publicKey.export({ type, format: 'pem' })));

  expect(forms.map((text) => readPublicKey(text).equals(publicKey))).toEqual([true, true]);
  expect(forms.map((text) => readPublicKey(Buffer.from(text).toString('base64')).equals(publicKey))).toEqual([
    true,
    true,
  ]);
});

test.each([
  ['an empty text', ''],
  ['words', 'not a key'],
  ['half a PEM', '-----BEGIN PUBLIC KEY-----\nMIIB'],
  ['Base64 of nothing', 'AAAA'],
  ['a private key', String(privateKey.export({ type: 'pkcs8', format: 'pem' }))],
  ['a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
])('%s is no public key', (_name, text) => {
  expect(() => readPublicKey(text)).toThrow(refusedAt('public_key', 'public_key_unreadable'));
});

test.each([
  ['an empty text', ''],
  ['words', 'not a key'],
  [
    'a cut PEM',
    String(privateKey.export({ type: 'pkcs8', format: 'pem' })).replace(/^(.{200}).*(\n-----END)/s, '$1$2'),
  ],
  ['a public key', String(publicKey.export({ type: 'spki', format: 'pem' }))],
])('%s is no private key', (_name, text) => {
  expect(() => readPrivateKey(text)).toThrow(refusedAt('private_key', 'private_key_unreadable'));
});

test('keys that are too short or of another kind are refused', () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const three = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const codes = [short, three, pss, curve].map((pair) => {
    try {
      readPublicKey(String(pair.publicKey.export({ type: 'spki', format: 'pem' })));
      return 'accepted';
    } catch (cause) {
      return (cause as { details: { public_key: { code: string } } }).details.public_key.code;
    }
  });

  expect(codes).toEqual(['key_bits', 'key_exponent', 'key_not_rsa', 'key_not_rsa']);
});

/** A private key whose password would be derived for minutes. */
const slow = (() => {
  const kdf = sequence(octets(Buffer.alloc(16)), integer(2_000_000_000));
  const cbc = sequence(oid('2.16.840.1.101.3.4.1.42'), octets(Buffer.alloc(16)));
  const scheme = sequence(sequence(oid('1.2.840.113549.1.5.12'), kdf), cbc);
  return sequence(sequence(oid('1.2.840.113549.1.5.13'), scheme), octets(Buffer.alloc(64)));
})();

test('a password with more iterations than ten million is refused before anything is derived', () => {
  expect(() => readPrivateKey(slow.toString('base64'), 'x')).toThrow(refusedAt('private_key', 'private_key_too_slow'));
});

test.each([
  ['blanks', ' '],
  ['line breaks', '\n'],
  ['headers', 'a: b\n'],
  ['beginnings', '-----BEGIN A-----\n'],
])('64 KiB of %s are refused at once', (_name, part) => {
  const text = `-----BEGIN PRIVATE KEY-----${part.repeat(65_000 / part.length)}`;
  const begun = performance.now();

  expect(() => readPrivateKey(text)).toThrow(refusedAt('private_key', 'private_key_unreadable'));
  expect(() => readPublicKey(text)).toThrow(refusedAt('public_key', 'public_key_unreadable'));
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('headers of the older PEM hide no second password with too many iterations', () => {
  const iv = Buffer.alloc(16, 7);
  const key = createHash('md5').update(passphrase).update(iv.subarray(0, 8)).digest();
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  const body = Buffer.concat([cipher.update(slow), cipher.final()]).toString('base64');
  const text = [
    '-----BEGIN ENCRYPTED PRIVATE KEY-----',
    'Proc-Type: 4,ENCRYPTED',
    `DEK-Info: AES-128-CBC,${iv.toString('hex').toUpperCase()}`,
    '',
    ...(body.match(/.{1,64}/g) ?? []),
    '-----END ENCRYPTED PRIVATE KEY-----',
  ].join('\n');

  expect(() => readPrivateKey(text, passphrase)).toThrow(refusedAt('private_key', 'private_key_unreadable'));
});

test('DER is written as OpenSSL reads it', () => {
  const long = sequence(octets(Buffer.alloc(70_000)), integer(0), integer(127), integer(128), integer(600_000));
  const path = join(folder, 'some.der');
  writeFileSync(path, long);

  const text = openssl('asn1parse', '-inform', 'DER', '-in', path);

  expect([...text.matchAll(/INTEGER\s+:(\w+)/g)].map(([, value]) => value)).toEqual(['00', '7F', '80', '0927C0']);
  expect(integersIn(elementsIn(long))).toEqual([0, 127, 128, 600_000]);
  for (let length = 1; length < 60; length++) {
    expect(() => elementsIn(long.subarray(0, length))).toThrow(RangeError);
  }
});
