import { z } from 'zod';
import { says } from '../reasons/check';
import { operation } from './operation';

/** A code of an authenticator app (RFC 6238). Apps show it in two groups. */
export const otp = z
  .string()
  .trim()
  .regex(/^\d{3} ?\d{3}$/, says('otp_malformed'))
  .transform((code) => code.replace(' ', ''));

/** The secret of a second factor, shown once: as text, and as the address that authenticator apps open. */
export const SecondFactor = z
  .object({
    secret: z.string().meta({ description: 'Base32' }),
    url: z.string().meta({ description: 'otpauth://totp/…' }),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof SecondFactor>;

const path = '/api/v2/users/:user_id/second_factor.json';
const own = { id: 'user_id', first: 'second factor' } as const;

/** Makes a secret for the caller, which replaces one that was not confirmed. In force once it is confirmed. */
export const createSecondFactor = operation({
  summary: 'Create a second factor',
  method: 'post',
  path,
  permission: 'signed-in',
  audited: { action: 'create', resource: 'second_factor' },
  own,
  response: z.object({ second_factor: SecondFactor }),
  status: 201,
  extension: true,
});

/** Confirms the secret with a code, which each further sign-in then needs. The caller's other sessions end. */
export const confirmSecondFactor = operation({
  summary: 'Confirm a second factor',
  method: 'put',
  path,
  permission: 'signed-in',
  audited: { action: 'update', resource: 'second_factor' },
  own,
  body: z.strictObject({ second_factor: z.strictObject({ otp }) }),
  response: z.object({}),
  text: 'description',
  extension: true,
});

/** Removes the second factor of a user. The users themselves need their password, and may not while one is required. */
export const removeSecondFactor = operation({
  summary: 'Remove a second factor',
  method: 'delete',
  path,
  permission: 'users:login_settings',
  audited: { action: 'delete', resource: 'second_factor' },
  own: { id: 'user_id' },
  body: z.strictObject({
    second_factor: z
      .strictObject({
        current_password: z
          .string()
          .min(1)
          .max(1024)
          .optional()
          .meta({ description: "For the user's own second factor" }),
      })
      .optional(),
  }),
  response: z.object({}),
  extension: true,
});
