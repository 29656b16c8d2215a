import { z } from 'zod';
import { operation } from './operation';

/**
 * Identifies the server as Earshot. With a nonce, `proof` = HMAC-SHA-256(proof_key of api.json, nonce) in hex shows
 * that it is not an impostor.
 */
export const readHealth = operation({
  method: 'get',
  path: '/healthz',
  permission: 'public',
  query: z.strictObject({ nonce: z.string().min(16).max(256).optional() }),
  response: z.object({ app: z.literal('earshot'), api: z.literal('v2'), proof: z.string().optional() }),
  extension: true,
});
