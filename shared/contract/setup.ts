import { z } from 'zod';
import { isCommonPassword } from '../common-password';
import { Created, operation } from './operation';

/** The rule for new passwords (OWASP ASVS): long enough and not a common one, without composition rules. */
export const password = z
  .string()
  .min(8, 'Use at least 8 characters')
  // scrypt pads short keys with zeros, so passwords that differ only in trailing NULs would be the same.
  .refine((text) => !text.includes('\0'), 'A password cannot contain a NUL character')
  .refine((text) => new TextEncoder().encode(text).length <= 1024, 'Use at most 1,024 bytes')
  .refine((text) => !isCommonPassword(text), 'This password is too easy to guess');

/** A login is part of HTTP Basic, which is split at the first colon. */
export const login = z
  .string()
  .trim()
  .min(1, 'Enter a login')
  .max(128, 'Use at most 128 characters')
  .regex(/^[^:\p{Cc}]*$/u, 'A login cannot contain a colon');

export const Administrator = z.strictObject({
  name: z.string().trim().min(1, 'Enter your name').max(256, 'Use at most 256 characters'),
  login,
  password,
});
export type Administrator = z.infer<typeof Administrator>;

/** First run: creates the administrator, their key pair and the first encryption key. */
export const setUp = operation({
  method: 'post',
  path: '/api/v2/setup.json',
  permission: 'public',
  body: z.strictObject({ setup: Administrator }),
  response: Created,
  status: 201,
  extension: true,
  door: 'app',
});
