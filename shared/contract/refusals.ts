import { z } from 'zod';

/** The body of every refusal. The text is in `description` for an update and in `explanation` for other operations. */
export const RefusalBody = z
  .object({
    error: z.enum([
      'InvalidRecord',
      'PermissionError',
      'AuthenticationRequired',
      'NotFound',
      'Conflict',
      'IntegrityError',
      'KeychainUnavailable',
      'InsufficientStorage',
      'TooManyRequests',
      'PayloadTooLarge',
      'UnsupportedMediaType',
      'InternalError',
    ]),
    explanation: z.string().optional(),
    description: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Refusal' });
export type RefusalBody = z.infer<typeof RefusalBody>;
