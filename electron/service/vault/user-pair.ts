import type { KeyObject } from 'node:crypto';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { spend } from '../secret';
import { fingerprintOf, newPair, type Pair, privateKeyOf } from './key-tree';
import { scrypt } from './scrypt';
import { derive, seal, unseal } from './sealed';

const saltBytes = 16;
const userKeyBits = 3072;
/** log2 of the scrypt cost, unless EARSHOT_SCRYPT_LN sets another one. */
export const scryptLn = 17;
/** Less is too easy to guess, and more takes seconds on any computer. */
const [minLn, maxLn] = [15, 20];

/** log2 of the scrypt cost of passwords, from the environment. Throws outside 15 to 20. */
export function scryptLnFrom({ EARSHOT_SCRYPT_LN: text }: { EARSHOT_SCRYPT_LN?: string }): number {
  const ln = text ? Number(text) : scryptLn;
  if (Number.isInteger(ln) && ln >= minLn && ln <= maxLn) return ln;
  throw new Error(`EARSHOT_SCRYPT_LN must be a whole number from ${minLn} to ${maxLn}.`);
}

/** A stored password: the scrypt parameters as text, the salt and the verifier. */
export type Verifier = { kdf: string; salt: Buffer; verifier: Buffer };
/** A stored key pair, with the private half sealed under a key derived from the password. */
export type SealedPair = { public_key: Buffer; private_key_sealed: Buffer };

/** The scrypt parameters as stored: `scrypt,ln=17,r=8,p=1`. */
export const kdfOf = (ln: number): string => `scrypt,ln=${ln},r=8,p=1`;

/**
 * The cost in a stored parameter text. Throws outside ln `least`…20, r 8, p 1…4, so that no row can hang the program.
 */
function costOf(kdf: string, least: number): { N: number; r: number; p: number } {
  const parts = kdf.match(/^scrypt,ln=(\d{1,2}),r=8,p=([1-4])$/);
  const ln = Number(parts?.[1]);
  if (!parts || ln < least || ln > maxLn) throw new Error('A stored password has parameters out of bounds.');
  return { N: 2 ** ln, r: 8, p: Number(parts[2]) };
}

/** Whether stored parameters cost less than those of a new password. */
export const isWeaker = (kdf: string, ln: number): boolean => costOf(kdf, 0).N < 2 ** ln;

/** The memory that scrypt needs at least, in bytes: 128 MiB at the production cost. Node refuses a limit of exactly that. */
const memoryOf = ({ N, r }: { N: number; r: number }): number => 128 * N * r;

/**
 * Derives the secret S from a password, with one scrypt for both sign-in and unlocking. Takes 0.5–1 s at the production
 * cost.
 */
export async function stretch(
  password: string,
  { kdf, salt }: Pick<Verifier, 'kdf' | 'salt'>,
  ln: number,
): Promise<Buffer> {
  const cost = costOf(kdf, Math.min(ln, minLn));
  const typed = Buffer.from(password, 'utf8');
  try {
    return await scrypt(typed, salt, 64, { ...cost, maxmem: 1.5 * memoryOf(cost) });
  } finally {
    typed.fill(0);
  }
}

const userAad = (userId: string, fingerprint: string, kdf: string) => `cra/uk/1|${userId}|${fingerprint}|${kdf}`;

type Credentials = Verifier & SealedPair & { fingerprint: string };

/** A password with a new key pair. One that keeps the pair is made by `resealed`. */
export async function newCredentials(userId: string, password: string, ln: number): Promise<Credentials> {
  const [secret, pair] = await Promise.all([newSecret(password, ln), newPair(userKeyBits)]);
  return sealedPair(userId, secret, pair);
}

/** A new password for an existing key pair, opened as `private_key`. Keys wrapped to the pair stay readable. */
export async function resealed(
  userId: string,
  password: string,
  { public_key, private_key }: { public_key: Buffer; private_key: KeyObject },
  ln: number,
): Promise<Credentials> {
  const secret = await newSecret(password, ln);
  const der = private_key.export({ type: 'pkcs8', format: 'der' });
  return sealedPair(userId, secret, { public_key, private_key: der, fingerprint: fingerprintOf(public_key) });
}

/**
 * A password as it is derived: an ü is one character, or a u with a mark, depending on the system where it is typed
 * (RFC 8265, section 4.2).
 */
export const normalPassword = (typed: string): string => typed.normalize('NFC');

/** The spellings of a password that may have been derived: in earlier versions, the one that was typed first. */
export const spellingsOf = (typed: string): Set<string> =>
  new Set([normalPassword(typed), typed, typed.normalize('NFD')]);

type Secret = Pick<Verifier, 'kdf' | 'salt'> & { secret: Buffer };

async function newSecret(password: string, ln: number): Promise<Secret> {
  const [salt, kdf] = [randomBytes(saltBytes), kdfOf(ln)];
  return { kdf, salt, secret: await stretch(normalPassword(password), { kdf, salt }, ln) };
}

/** Zeroes the secret and the private half of the pair. */
function sealedPair(userId: string, { kdf, salt, secret }: Secret, pair: Pair): Credentials {
  const { public_key, fingerprint } = pair;
  return spend(secret, () => ({
    kdf,
    salt,
    verifier: derive(secret, 'cra/login'),
    public_key,
    fingerprint,
    private_key_sealed: spend(derive(secret, 'cra/userkey'), (key) =>
      spend(pair.private_key, (der) => seal(key, der, userAad(userId, fingerprint, kdf))),
    ),
  }));
}

/**
 * Credentials to try a password against when the user does not exist. No password opens them, and each attempt takes as
 * long as for an existing user.
 */
export const decoyCredentials = (ln: number): Verifier & SealedPair => ({
  kdf: kdfOf(ln),
  salt: randomBytes(saltBytes),
  verifier: randomBytes(32),
  public_key: Buffer.alloc(0),
  private_key_sealed: Buffer.alloc(0),
});

/** The person's private key, opened by exactly this spelling of their password; undefined when it is wrong. */
export async function openByPassword(
  password: string,
  userId: string,
  stored: Verifier & SealedPair,
  ln: number,
): Promise<KeyObject | undefined> {
  return spend(await stretch(password, stored, ln), (secret) =>
    verifies(secret, stored) ? openPair(secret, userId, stored) : undefined,
  );
}

/** Compares in constant time. */
const verifies = (secret: Buffer, { verifier }: Verifier): boolean =>
  spend(derive(secret, 'cra/login'), (own) => timingSafeEqual(own, verifier));

function openPair(secret: Buffer, userId: string, stored: Verifier & SealedPair): KeyObject {
  const aad = userAad(userId, fingerprintOf(stored.public_key), stored.kdf);
  const der = spend(derive(secret, 'cra/userkey'), (key) => unseal(key, stored.private_key_sealed, aad));
  return spend(der, privateKeyOf);
}
