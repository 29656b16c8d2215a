import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows for a secret (Base32) at a time (ms). */
export const codeOf = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** Another code than those around this time. */
export function wrongCode(secret: string, at: number, nth = 0): string {
  const right = [-30_000, 0, 30_000].map((off) => codeOf(secret, at + off));
  const wrong = Array.from({ length: nth + 4 }, (_, n) => String(n).padStart(6, '0'));
  return wrong.filter((code) => !right.includes(code))[nth] ?? '';
}
