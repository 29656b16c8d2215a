import { z } from 'zod';

/** The body of every refusal; a create and all else say `explanation`, an update `description`. */
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
