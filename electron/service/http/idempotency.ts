import { createHash } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import { invalid } from '../refusal';
import type { Once } from '../store/once';
import { pathOf } from './path';

/**
 * The Idempotency-Key of a request with a hash of its method, path and content; undefined without the header. Refused
 * with InvalidRecord: anything but 1 to 255 visible ASCII characters, which may stand in quotation marks.
 */
export function onceOf({ method, url, headers }: Request, content: unknown): Once | undefined {
  const sent = headers.get('idempotency-key');
  if (sent === null) return undefined;
  const key = sent.trim().replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid({ 'Idempotency-Key': reason('bad_idempotency_key') });
  const request = createHash('sha256')
    .update(JSON.stringify([method, pathOf(url), content]))
    .digest('base64');
  return { key, request };
}
