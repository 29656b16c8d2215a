import { z } from 'zod';
import { operation } from './operation';

/**
 * Identifies the server as Earshot. With a nonce, `proof` = HMAC-SHA-256(proof_key of api.json, nonce) in hex shows
 * that it is not an impostor.
 */
export const readHealth = operation({
  method: 'get',
  path: '/healthz',
  summary: 'Check that this is Earshot',
  permission: 'public',
  query: z.strictObject({
    nonce: z.string().min(16).max(256).optional().meta({ description: 'A random text, answered with `proof`' }),
  }),
  response: z.object({ app: z.literal('earshot'), api: z.literal('v2'), proof: z.string().optional() }),
  extension: true,
});
