import {
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  type PrivateKeyInput,
  type PublicKeyInput,
  pbkdf2,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { type Reason, reason } from '@shared/reasons/reasons';
import { codeOf } from '../error-code';
import { pem } from '../pem';
import { invalid } from '../refusal';
import { spend } from '../secret';
import { elementsIn, integer, integersIn, isOctets, isSequence, nothing, octets, oid, sequence } from './der';

const derive = promisify(pbkdf2);

/** OWASP's count for PBKDF2-HMAC-SHA-256 (2023). */
const iterations = 600_000;
/** More would keep a thread busy for seconds before the password is even tried. */
const maxIterations = 10_000_000;
const [minBits, maxBits] = [2048, 8192];

const oids = {
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacWithSHA256: '1.2.840.113549.2.9',
  'aes256-CBC': '2.16.840.1.101.3.4.1.42',
};

/**
 * A private key as `ENCRYPTED PRIVATE KEY` (RFC 5958, PBES2 of RFC 8018) with AES-256-CBC under a passphrase. Node's own
 * export derives with 2,048 iterations only. CBC has no integrity, so an import checks the key against its public half.
 */
export async function encryptedPem(key: KeyObject, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(16)];
  const secret = await derive(Buffer.from(passphrase, 'utf8'), salt, iterations, 32, 'sha256');
  const sealed = spend(secret, () =>
    spend(key.export({ type: 'pkcs8', format: 'der' }), (der) => {
      const cipher = createCipheriv('aes-256-cbc', secret, iv);
      return Buffer.concat([cipher.update(der), cipher.final()]);
    }),
  );
  const kdf = sequence(octets(salt), integer(iterations), sequence(oid(oids.hmacWithSHA256), nothing()));
  const scheme = sequence(sequence(oid(oids.pbkdf2), kdf), sequence(oid(oids['aes256-CBC']), octets(iv)));
  return pem('ENCRYPTED PRIVATE KEY', sequence(sequence(oid(oids.pbes2), scheme), octets(sealed)));
}

/**
 * A public RSA key in any usual form: SPKI or PKCS #1, as PEM, or as the Base64 of PEM or of DER. Refused with
 * InvalidRecord at `public_key`.
 */
export function readPublicKey(text: string): KeyObject {
  const { label, der } = unwrapped(text, 'public_key');
  const inputs: PublicKeyInput[] = [
    ...(label !== 'RSA PUBLIC KEY' ? [{ key: der, format: 'der', type: 'spki' } as const] : []),
    ...(label !== 'PUBLIC KEY' ? [{ key: der, format: 'der', type: 'pkcs1' } as const] : []),
  ];
  const key = label.includes('PRIVATE') ? undefined : firstOf(inputs, createPublicKey);
  if (!key) throw invalid({ public_key: reason('public_key_unreadable') });
  mustBeUsable(key, 'public_key');
  return key;
}

/**
 * A private RSA key in any usual form: PKCS #8 with or without a password, PKCS #1, or the older PEM with Proc-Type; as
 * PEM, or as the Base64 of PEM or of DER. Takes as long as the key's own derivation. Refused with InvalidRecord at
 * `private_key` or `private_key_password`.
 */
export function readPrivateKey(text: string, password = ''): KeyObject {
  const { label, der, headed } = unwrapped(text, 'private_key');
  const isLocked = headed !== undefined || hasPassword(der);
  if (isLocked && password === '') throw invalid({ private_key_password: reason('private_key_locked') });
  const inputs: PrivateKeyInput[] = headed
    ? [{ key: headed, format: 'pem', passphrase: password }]
    : [
        { key: der, format: 'der', type: 'pkcs8', ...(isLocked && { passphrase: password }) },
        ...(isLocked ? [] : [{ key: der, format: 'der', type: 'pkcs1' } as const]),
      ];
  let cause: unknown;
  const key = label.includes('PUBLIC')
    ? undefined
    : firstOf(inputs, createPrivateKey, (failed) => {
        cause = failed;
      });
  if (!key)
    throw invalid(
      isLocked ? lockedFault(cause, headed !== undefined) : { private_key: reason('private_key_unreadable') },
    );
  mustBeUsable(key, 'private_key');
  return key;
}

/**
 * Electron's crypto knows fewer key derivations than OpenSSL. The command makes a key that both can read. In the older
 * PEM, one wrong password in 256 leaves bytes of an unsupported form, and only the name of the cipher can be unsupported.
 */
const lockedFault = (cause: unknown, isOlder: boolean): Record<string, Reason> =>
  (isOlder ? /UNSUPPORTED_(ENCRYPTION|CIPHER)/ : /UNSUPPORTED|UNKNOWN|INVALID_SCRYPT/i).test(
    String(codeOf(cause) ?? cause),
  )
    ? { private_key: reason('private_key_convert', { command: conversion }) }
    : { private_key_password: reason('private_key_password_wrong') };
const conversion = 'openssl pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA256 -in key.pem -out converted.pem';

/** The DER of a text, its PEM label, and the PEM itself where its headers say how it is encrypted (RFC 1421). */
type Unwrapped = { label: string; der: Buffer; headed?: string };

function unwrapped(text: string, field: 'public_key' | 'private_key'): Unwrapped {
  const decoded = text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('latin1');
  const found = pemIn(decoded);
  if (!found) {
    if (decoded.includes('-----BEGIN') || !/^[\w+/=\s-]+$/.test(text)) throw unreadable(field);
    return { label: '', der: Buffer.from(text, 'base64') };
  }
  const { label, headers, whole } = found;
  const der = Buffer.from(found.body, 'base64');
  if (!headers.includes('Proc-Type: 4,ENCRYPTED')) return { label, der };
  // Within other labels, these headers would hide how often a second password is derived.
  if (label !== 'RSA PRIVATE KEY') throw unreadable(field);
  return { label, der, headed: whole };
}

/** The first PEM block of a text. Split by lines: in one pattern, the blanks between its parts would be tried in every way. */
function pemIn(text: string): { whole: string; label: string; headers: string[]; body: string } | undefined {
  const [begin = '', label = ''] = text.match(/-----BEGIN ([A-Z ]{1,40})-----/) ?? [];
  const [start, end] = [text.indexOf(begin), `-----END ${label}-----`];
  const stop = text.indexOf(end, start);
  if (begin === '' || stop === -1) return undefined;
  const lines = text
    .slice(start + begin.length, stop)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isHeader = (line: string) => /^[\w-]+: /.test(line);
  const body = lines.filter((line) => !isHeader(line)).join('');
  if (!/^[\w+/=\s]+$/.test(body)) return undefined;
  return { whole: text.slice(start, stop + end.length), label, headers: lines.filter(isHeader), body };
}

const unreadable = (field: 'public_key' | 'private_key') => invalid({ [field]: reason(`${field}_unreadable`) });

/**
 * Whether a PKCS #8 structure is encrypted: an algorithm and octets, without a version. Refused at `private_key`
 * when its derivation would take too long.
 */
function hasPassword(der: Buffer): boolean {
  try {
    const [outer] = elementsIn(der);
    const [algorithm, sealed] = outer ? elementsIn(outer.content) : [];
    if (!algorithm || !isSequence(algorithm) || !sealed || !isOctets(sealed)) return false;
    if (integersIn([algorithm]).every((one) => one <= maxIterations)) return true;
  } catch {
    throw unreadable('private_key');
  }
  throw invalid({ private_key: reason('private_key_too_slow', { most: maxIterations }) });
}

function firstOf<I>(inputs: I[], open: (input: I) => KeyObject, failed?: (cause: unknown) => void) {
  for (const input of inputs) {
    try {
      return open(input);
    } catch (cause) {
      failed?.(cause);
    }
  }
  return undefined;
}

function mustBeUsable(key: KeyObject, field: 'public_key' | 'private_key'): void {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== 'rsa') throw invalid({ [field]: reason('key_not_rsa') });
  if (modulusLength < minBits || modulusLength > maxBits) {
    throw invalid({ [field]: reason('key_bits', { least: minBits, most: maxBits }) });
  }
  if (publicExponent < 65_537n || publicExponent % 2n === 0n) throw invalid({ [field]: reason('key_exponent') });
}
