import { dayMs } from '@shared/duration';
import { reason } from '@shared/reasons/reasons';
import { invalid, notFound } from '../refusal';
import type { By } from './audit';
import type { Connection } from './connection';

const keptMs = dayMs;

/** A request that may be sent twice: its Idempotency-Key, and a hash of what it asks for. */
export type Once = { key: string; request: string };

/**
 * Makes a record once: a repeated request within a day gets the first one's address. Refused with InvalidRecord when the
 * key was used for another request, with NotFound when the record was in reach of the first one and no longer is.
 */
export function once(
  db: Connection,
  { user_id, at }: By,
  asked: Once | undefined,
  make: () => string,
  isReached: (url: string) => boolean = () => true,
): string {
  if (!asked || user_id === null) return make();
  const { key, request } = asked;
  db.prepare<object>('DELETE FROM idempotency_keys WHERE created_at <= @before').run({ before: at - keptMs });
  const known = db
    .prepare<object, { request: string; url: string; was_reached: number }>(
      'SELECT request, url, was_reached FROM idempotency_keys WHERE user_id = @user_id AND key = @key',
    )
    .get({ user_id, key });
  if (known && known.request !== request) throw invalid({ 'Idempotency-Key': reason('key_used_otherwise') });
  if (known?.was_reached && !isReached(known.url)) throw notFound();
  if (known) return known.url;
  const url = make();
  db.prepare<object>(`
    INSERT INTO idempotency_keys (user_id, key, request, url, was_reached, created_at)
    VALUES (@user_id, @key, @request, @url, @was_reached, @at)`).run({
    user_id,
    key,
    request,
    url,
    // A tool may make records that it never reaches.
    was_reached: Number(isReached(url)),
    at,
  });
  return url;
}
