import { randomBytes } from 'node:crypto';
import type { Part } from './context';

/** The key with which the service proves to tools that it wrote api.json. New at each start. */
export const proofKey: Part<string> = () => randomBytes(32).toString('base64url');
