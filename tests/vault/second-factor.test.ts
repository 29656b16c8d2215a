import { expect, test } from 'vitest';
import { newPair, privateKeyOf } from '../../electron/service/vault/key-tree';
import { newSecondFactor, openSecondFactor, stepOfCode } from '../../electron/service/vault/second-factor';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1: the last six of the eight digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code is %s, in the step of that time', (seconds, code) => {
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

// 287082 is the code of the step from 30 s to 60 s.
test.each([
  [0, 1],
  [29_999, 1],
  [30_000, 1],
  [59_999, 1],
  [60_000, 1],
  [89_999, 1],
  [90_000, undefined],
])('at %i ms, the code of the step from 30 s to 60 s belongs to step %s', (at, step) => {
  expect(stepOfCode(secret, '287082', at)).toBe(step);
});

test('a secret opens only with its own key and for its own user', async () => {
  const [own, other] = [await newPair(2048), await newPair(2048)];
  const [ownKey, otherKey] = [privateKeyOf(own.private_key), privateKeyOf(other.private_key)];
  const made = newSecondFactor({ user_id: 'ada', login: 'ada@example.com' }, own.public_key);

  expect(openSecondFactor(ownKey, 'ada', made.secret_sealed)).toHaveLength(20);
  expect(() => openSecondFactor(ownKey, 'bea', made.secret_sealed)).toThrow('cannot be opened');
  expect(() => openSecondFactor(otherKey, 'ada', made.secret_sealed)).toThrow('cannot be opened');
});

test('the address for authenticator apps names the service, the login and the parameters', async () => {
  const { public_key } = await newPair(2048);

  const { url, secret: text } = newSecondFactor({ user_id: 'ada', login: 'ada & bea@example.com' }, public_key);

  const { protocol, host, pathname, searchParams } = new URL(url);
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Earshot:ada & bea@example.com',
  ]);
  expect(Object.fromEntries(searchParams)).toEqual({
    issuer: 'Earshot',
    secret: text,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(text).toMatch(/^[A-Z2-7]{32}$/);
});
