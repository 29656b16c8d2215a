import { type KeyObject, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { spend } from '../secret';
import { openFor, sealTo } from './key-tree';

const periodS = 30;
/** Codes of the step before and after are accepted too, for clocks that differ. */
const window = 1;
/** Ten minutes: a step further ahead was accepted while a clock was wrong. */
export const farAhead = 20;
const secretBytes = 20;

const labelOf = (userId: string) => `cra/totp/1|${userId}`;

const totpOf = (secret: Uint8Array, login = '') =>
  new TOTP({
    issuer: 'Earshot',
    label: login,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: periodS,
  });

/** A new secret: sealed to the user's public key, as Base32, and as the address that authenticator apps open. */
export function newSecondFactor(
  { user_id, login }: { user_id: string; login: string },
  publicKey: Buffer,
): { secret_sealed: Buffer; secret: string; url: string } {
  return spend(randomBytes(secretBytes), (bytes) => {
    const totp = totpOf(bytes, login);
    return { secret_sealed: sealTo(publicKey, labelOf(user_id), bytes), secret: totp.secret.base32, url: String(totp) };
  });
}

/** The secret of a user's second factor, opened with their private key. */
export const openSecondFactor = (key: KeyObject, userId: string, sealed: Buffer): Buffer =>
  openFor(key, labelOf(userId), sealed);

/** The time step (RFC 6238) in which the code is valid at `at` (ms); undefined for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, at: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window });
  return delta === null ? undefined : Math.floor(at / 1000 / periodS) + delta;
}
