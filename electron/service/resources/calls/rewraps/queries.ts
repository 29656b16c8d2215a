import type { Rewrap } from '@shared/contract/rewraps';
import { audit } from '../../../store/audit';
import { change, query } from '../../../store/query';

export type Progress = Pick<Rewrap, 'total' | 'done' | 'failed'>;
type Begun = Progress & { key_id: string; started_at: number };

/** Stores and audits the beginning; replaces what is known of an earlier time. */
export const beginRewrap = change('rewraps.begin', (db, begun: Begun, by): void => {
  db.prepare<Begun>(`
    INSERT INTO encrypt_key_rewraps (key_id, status, total, done, failed, started_at)
    VALUES (@key_id, 'running', @total, @done, @failed, @started_at)
    ON CONFLICT (key_id) DO UPDATE SET status = excluded.status, total = excluded.total, done = excluded.done,
      failed = excluded.failed, started_at = excluded.started_at, ended_at = NULL`).run(begun);
  const { key_id: resource_id, total } = begun;
  audit(db, by, { action: 'rewrap', resource: 'encrypt_key', resource_id, details: { recordings: total } });
});

type Ended = Progress & { key_id: string; status: Rewrap['status']; ended_at: number };

export const endRewrap = change('rewraps.end', (db, ended: Ended): void => {
  db.prepare<Ended>(`
    UPDATE encrypt_key_rewraps
    SET status = @status, total = @total, done = @done, failed = @failed, ended_at = @ended_at
    WHERE key_id = @key_id`).run(ended);
});

/** Whether a crash left a rewrap running. */
export const hasRunningRewrap = query(
  'rewraps.running',
  (db) => db.prepare<[]>("SELECT 1 FROM encrypt_key_rewraps WHERE status = 'running' LIMIT 1").get() !== undefined,
);

/** Marks as interrupted what a crash left running. */
export const interruptRewraps = change('rewraps.interrupt', (db, { ended_at }: { ended_at: number }): void => {
  db.prepare<object>(`
    UPDATE encrypt_key_rewraps SET status = 'interrupted', ended_at = @ended_at WHERE status = 'running'`).run({
    ended_at,
  });
});

/** The last time; times in ms. */
export type StoredRewrap = Progress & { status: Rewrap['status']; started_at: number; ended_at: number | null };
export const selectRewrap = query('rewraps.one', (db, input: { key_id: string }) =>
  db
    .prepare<typeof input, StoredRewrap>(
      'SELECT status, total, done, failed, started_at, ended_at FROM encrypt_key_rewraps WHERE key_id = @key_id',
    )
    .get(input),
);
