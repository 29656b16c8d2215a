import { z } from 'zod';

/** A key of shared/reasons and the values of its sentence. A newer service may send keys that are not known here. */
export const SaidReason = z
  .object({
    code: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  })
  .meta({ id: 'Reason', description: 'Extension: what a sentence says, to be said in another language' });
export type SaidReason = z.infer<typeof SaidReason>;

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
      'ServiceUnavailable',
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
    reason: SaidReason.optional().meta({ description: 'Extension: what the explanation or description says' }),
    reasons: z
      .record(z.string(), SaidReason)
      .optional()
      .meta({ description: 'Extension: what each message in details says, by the same path' }),
  })
  .meta({ id: 'Refusal' });
export type RefusalBody = z.infer<typeof RefusalBody>;
