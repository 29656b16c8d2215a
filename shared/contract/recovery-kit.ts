import { z } from 'zod';
import { says } from '../reasons/check';
import { operation, timestamp } from './operation';

/** Seven words and a file that restore the master key when this computer or its keychain is lost. */
export const RecoveryKit = z
  .object({
    made_at: timestamp(),
    check: z.string().meta({ description: 'Eight hex digits that tell one kit from another' }),
    words: z.array(z.string()).length(7),
    file: z.string().meta({ description: 'Content of the kit file; worthless without the words' }),
  })
  .meta({ id: 'RecoveryKit' });
export type RecoveryKit = z.infer<typeof RecoveryKit>;

/** A kit contains the master key, so it can only be made in the window, after entering the password again. */
export const createRecoveryKit = operation({
  method: 'post',
  path: '/api/v2/recovery_kits.json',
  summary: 'Create a recovery kit',
  permission: 'encrypt_keys:edit',
  audited: { action: 'create', resource: 'recovery_kit' },
  // With the master key, a kit contains the application keys of every tenant.
  reach: 'every tenant',
  body: z.strictObject({
    recovery_kit: z.strictObject({
      password: z.string().min(1, says('password_missing')).max(1024),
    }),
  }),
  response: z.object({ recovery_kit: RecoveryKit }),
  status: 201,
  extension: true,
  door: 'app',
});

export const OpenedRecoveryKit = z
  .object({
    check: z.string(),
    kept: z
      .enum(['keychain', 'session'])
      .meta({ description: 'Where the master key is now: session ends with Earshot' }),
  })
  .meta({ id: 'OpenedRecoveryKit' });

/**
 * Opens an archive whose master key is not in the keychain. Available before sign-in, because the kit is the
 * credential.
 */
export const openRecoveryKit = operation({
  method: 'post',
  path: '/api/v2/recovery_kits/open.json',
  summary: 'Open an archive with a recovery kit',
  permission: 'public',
  body: z.strictObject({
    recovery_kit: z.strictObject({
      file: z.string().min(1, says('kit_file_missing')).max(16_384, says('kit_not_a_kit')),
      words: z.array(z.string().trim().min(1, says('kit_word_missing')).max(64, says('kit_word_unknown'))).length(7),
    }),
  }),
  response: z.object({ recovery_kit: OpenedRecoveryKit }),
  extension: true,
  door: 'app',
});
