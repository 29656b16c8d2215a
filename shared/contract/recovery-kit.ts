import { z } from 'zod';
import { operation, timestamp } from './operation';

/** The way back to the master key when this computer or its keychain is gone: seven words and a file. */
export const RecoveryKit = z
  .object({
    made_at: timestamp(),
    check: z.string().meta({ description: 'Eight hex digits that tell one kit from another' }),
    words: z.array(z.string()).length(7),
    file: z.string().meta({ description: 'Content of the kit file; worthless without the words' }),
  })
  .meta({ id: 'RecoveryKit' });
export type RecoveryKit = z.infer<typeof RecoveryKit>;

export const createRecoveryKit = operation({
  method: 'post',
  path: '/api/v2/recovery_kits.json',
  permission: 'encrypt_keys:edit',
  body: z.strictObject({ recovery_kit: z.strictObject({}) }),
  response: z.object({ recovery_kit: RecoveryKit }),
  status: 201,
  extension: true,
});
