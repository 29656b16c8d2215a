import { createHash } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import { invalid, Refusal } from '../refusal';
import type { Once } from '../store/once';
import { pathOf } from './path';

/**
 * The Idempotency-Key of a request; undefined without one. Refused with InvalidRecord: anything but 1 to 255 visible
 * ASCII characters, which may stand in quotation marks.
 */
export function onceKey({ headers }: Request): string | undefined {
  const sent = headers.get('idempotency-key');
  if (sent === null) return undefined;
  const key = sent.trim().replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid({ 'Idempotency-Key': reason('bad_idempotency_key') });
  return key;
}

/** The key of a request with a hash of its method, path and content. */
export function onceOf(request: Request, content: unknown): Once | undefined {
  const key = onceKey(request);
  if (key === undefined) return undefined;
  const hash = createHash('sha256').update(JSON.stringify([request.method, pathOf(request.url), content]));
  return { key, request: hash.digest('base64') };
}

/** The keys of requests that are still being received: only their end shows what they ask for. */
export class KeysInUse {
  private readonly keys = new Set<string>();

  /** Reserves the key of a request, which must be free, until the returned function is called. */
  reserve(request: Request, user_id: string): () => void {
    const key = onceKey(request);
    if (key === undefined) return () => undefined;
    const place = `${user_id} ${key}`;
    this.keys.add(place);
    return () => this.keys.delete(place);
  }

  /** Refuses, with Conflict, a request whose key another request of the user has reserved. */
  mustBeFree(request: Request, user_id: string): void {
    const key = onceKey(request);
    if (key === undefined) return;
    if (this.keys.has(`${user_id} ${key}`)) throw new Refusal('Conflict', reason('key_in_use'));
  }
}
