import { audit } from '../../../store/audit';
import { change, query } from '../../../store/query';
import { encryptsCall, isHeld } from '../../keys/encrypt-keys';

/** Times in ms. */
type ClockRow = { seen_at: number; until: number };

export const selectClock = query('signed-urls.clock', (db): ClockRow | undefined =>
  db.prepare<[], ClockRow>('SELECT seen_at, until FROM url_clock').get(),
);

/** Stores the latest time that was seen, and removes what expired before it. */
export const keepTime = change('signed-urls.seen', (db, { seen_at }: { seen_at: number }): void => {
  db.prepare<object>('UPDATE url_clock SET seen_at = @seen_at WHERE seen_at < @seen_at').run({ seen_at });
  db.prepare<object>('DELETE FROM url_grants WHERE expires_at <= @seen_at').run({ seen_at });
});

type Issued = {
  call_id: string;
  file_id: string | undefined;
  /** Times in ms. */
  seen_at: number;
  expires_at: number;
  grant: { grant_id: string; data_keys_sealed: Uint8Array } | null;
};

/** Stores and audits a signed URL. The audit has its end, never its signature. */
export const issueUrl = change('signed-urls.issue', (db, issued: Issued, by): void => {
  const { call_id, file_id, seen_at, expires_at, grant } = issued;
  db.prepare<object>(`
    INSERT INTO url_clock (only_row, seen_at, until) VALUES (1, @seen_at, @expires_at)
    ON CONFLICT (only_row) DO UPDATE SET
      seen_at = CASE WHEN url_clock.seen_at < excluded.seen_at THEN excluded.seen_at ELSE url_clock.seen_at END,
      until = CASE WHEN url_clock.until < excluded.until THEN excluded.until ELSE url_clock.until END`).run({
    seen_at,
    expires_at,
  });
  if (grant) {
    db.prepare<object>(`
      INSERT INTO url_grants (grant_id, call_id, expires_at, data_keys_sealed)
      VALUES (@grant_id, @call_id, @expires_at, @data_keys_sealed)`).run({ ...grant, call_id, expires_at });
  }
  const ends = new Date(expires_at).toISOString().replace(/\.\d+Z$/, '+00:00');
  const details = { expires_at: ends, file_id: file_id ?? null };
  audit(db, by, { action: 'sign_url', resource: 'call', resource_id: call_id, details });
});

type Opening = { call_id: string; file_id: string | undefined; user_id: string };

/** Whether a user still has a key to each file of a call, or to one of them. A grant can have been revoked since. */
export const opensFiles = query('signed-urls.opens', (db, { call_id, file_id, user_id }: Opening): boolean => {
  const closed = db
    .prepare<object, { file_id: string }>(`
      SELECT f.file_id FROM call_files f JOIN calls c USING (call_pk)
      WHERE c.call_id = @call_id AND (CAST(@file_id AS TEXT) IS NULL OR f.file_id = @file_id) AND NOT EXISTS (
        SELECT 1 FROM encrypt_key_set_members m JOIN encrypt_keys k USING (fingerprint)
        WHERE m.key_set_id = f.key_set_id AND ${encryptsCall} AND ${isHeld})
      LIMIT 1`)
    .get({ call_id, file_id: file_id ?? null, user_id });
  return closed === undefined;
});

/** The sealed data keys of a URL that was made for this call. */
export const selectUrlGrant = query(
  'signed-urls.grant',
  (db, input: { grant_id: string; call_id: string }) =>
    db
      .prepare<typeof input, { data_keys_sealed: Buffer }>(
        'SELECT data_keys_sealed FROM url_grants WHERE grant_id = @grant_id AND call_id = @call_id',
      )
      .get(input)?.data_keys_sealed,
);
