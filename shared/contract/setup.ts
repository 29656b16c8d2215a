import { z } from 'zod';
import { isCommonPassword } from '../common-password';
import { says } from '../reasons/check';
import { recordName } from './fields';
import { Created, operation } from './operation';

/** The rule for new passwords (OWASP ASVS): long enough and not a common one, without composition rules. */
export const password = z
  .string()
  .min(8)
  // scrypt pads short keys with zeros, so passwords that differ only in trailing NULs would be the same.
  .refine((text) => !text.includes('\0'), says('password_has_nul'))
  .refine((text) => new TextEncoder().encode(text).length <= 1024, says('too_many_bytes', { most: 1024 }))
  .refine((text) => !isCommonPassword(text), says('password_common'));

/** A login is part of HTTP Basic, which is split at the first colon. */
export const login = z
  .string()
  .trim()
  .min(1, says('new_login_missing'))
  .max(128)
  .regex(/^[^:\p{Cc}]*$/u, says('login_has_colon'))
  .regex(/^\P{Cf}*$/u, says('invisible_character'));

export const Administrator = z.strictObject({
  name: recordName(256, says('own_name_missing')),
  login,
  password,
});
export type Administrator = z.infer<typeof Administrator>;

/** First run: creates the administrator, their key pair and the first encryption key. */
export const setUp = operation({
  method: 'post',
  path: '/api/v2/setup.json',
  summary: 'Create the first administrator',
  permission: 'public',
  body: z.strictObject({ setup: Administrator }),
  response: Created,
  status: 201,
  extension: true,
  door: 'app',
});
