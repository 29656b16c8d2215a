import crypto, { type BinaryLike, generateKeyPair, scrypt } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';
import { oncePerProcess } from './once-per-process';

/** More than any test makes, so that the pairs of a test differ. */
const pairsKept = 16;

type Pair = { publicKey: Buffer; privateKey: Buffer };
type Done = (cause: Error | null, secret?: Buffer) => void;

/** Stretches a password once for each salt. */
function stretchOnce(): void {
  const stretch = promisify(scrypt) as (...given: unknown[]) => Promise<Buffer>;
  const secrets = new Map<string, Promise<Buffer>>();
  const hexOf = (bytes: BinaryLike) => Buffer.from(bytes as Buffer).toString('hex');
  const known = (password: BinaryLike, salt: BinaryLike, length: number, options: object, done: Done) => {
    const key = JSON.stringify([hexOf(password), hexOf(salt), length, options]);
    const secret = secrets.get(key) ?? stretch(password, salt, length, options);
    secrets.set(key, secret);
    // A copy, because the caller wipes it.
    secret.then((bytes) => done(null, Buffer.from(bytes)), done);
  };
  crypto.scrypt = known as typeof scrypt;
}

/** Makes the first pairs of each length, and gives them out again in turn. */
function keepPairs(): void {
  const make = promisify(generateKeyPair) as unknown as (type: string, options: object) => Promise<Pair>;
  const lengths = new Map<string, { pairs: Promise<Pair>[]; given: number }>();
  const known = async (type: string, options: object): Promise<Pair> => {
    const key = JSON.stringify([type, options]);
    const of = lengths.get(key) ?? { pairs: [], given: 0 };
    lengths.set(key, of);
    const place = of.given++ % pairsKept;
    const pair = of.pairs[place] ?? make(type, options);
    of.pairs[place] = pair;
    const { publicKey, privateKey } = await pair;
    return { publicKey: Buffer.from(publicKey), privateKey: Buffer.from(privateKey) };
  };
  const called = (...given: Parameters<typeof generateKeyPair>) => generateKeyPair(...given);
  crypto.generateKeyPair = Object.assign(called, { [promisify.custom]: known }) as unknown as typeof generateKeyPair;
}

// Nearly every test signs in the same administrator, and many make users.
oncePerProcess('known keys', () => {
  stretchOnce();
  keepPairs();
  syncBuiltinESMExports();
});
