import { isCommonPassword } from '@shared/common-password';
import { expect, test } from 'vitest';

test.each([
  'password',
  'Passwort',
  'Passw0rd',
  'p@ssw0rd1!',
  '$ecret123',
  'Summer2024!',
  'Willkommen 1',
  '123password',
  '12345678',
  '0987654321',
  'qwertz123',
  'asdf1234',
  'aaaaaaaa',
  'abcabcabc',
  '1q2w3e4r',
  'letmein letmein',
])('%s is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'walnut bicycle harbour',
  'monkey dragon sunshine orange',
  'correct horse battery',
  '7k2v9x4m',
  '83910274',
  'dragon83910274',
  'Passwordless',
  'Grüße aus Ulm',
])('%s is not a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
