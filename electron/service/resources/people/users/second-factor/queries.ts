import type { AuditAction } from '@shared/contract/audited';
import { reason } from '@shared/reasons/reasons';
import type { Holder, Scope } from '../../../../access/scope';
import { found, Refusal } from '../../../../refusal';
import { audit, type By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { change, query } from '../../../../store/query';
import { mustNotExceedUser } from '../reach.queries';

type User = { user_id: string };
type Stored = { secret_sealed: Buffer; confirmed_at: number | null };

const stored = (db: Connection, { user_id }: User) =>
  db
    .prepare<User, Stored>('SELECT secret_sealed, confirmed_at FROM user_second_factors WHERE user_id = @user_id')
    .get({ user_id });

const audited = (db: Connection, by: By, action: AuditAction, user_id: string, details = {}) =>
  audit(db, by, { action, resource: 'second_factor', resource_id: user_id, details });

const exists = () => new Refusal('Conflict', reason('second_factor_exists'));

/** The sealed secret that a user has not confirmed yet. Refused with NotFound without a secret, Conflict when confirmed. */
export const selectUnconfirmed = query('second-factor.unconfirmed', (db, user: User): Buffer => {
  const { secret_sealed, confirmed_at } = found(stored(db, user));
  if (confirmed_at !== null) throw exists();
  return secret_sealed;
});

/** Stores and audits the caller's new secret, in place of an unconfirmed one. Refused with Conflict when one is confirmed. */
export const insertSecondFactor = change(
  'second-factor.insert',
  (db, { user_id, secret_sealed }: User & { secret_sealed: Uint8Array }, by): void => {
    const { at } = by;
    const { changes } = db
      .prepare<object>(`
        INSERT INTO user_second_factors (user_id, secret_sealed, created_at, updated_at)
        VALUES (@user_id, @secret_sealed, @at, @at)
        ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, updated_at = excluded.updated_at
        WHERE user_second_factors.confirmed_at IS NULL`)
      .run({ user_id, secret_sealed, at });
    if (changes === 0) throw exists();
    audited(db, by, 'create', user_id);
  },
);

/**
 * Puts the caller's secret in force and audits it; `step` is the time step of its first code. Sessions without a second
 * factor end. Refused with Conflict when the secret is another one by now.
 */
export const confirmStored = change(
  'second-factor.confirm',
  (db, { user_id, secret_sealed, step }: User & { secret_sealed: Uint8Array; step: number }, by): void => {
    const { at } = by;
    const { changes } = db
      .prepare<object>(`
        UPDATE user_second_factors SET confirmed_at = @at, last_step = @step, updated_at = @at
        WHERE user_id = @user_id AND secret_sealed = @secret_sealed AND confirmed_at IS NULL`)
      .run({ user_id, secret_sealed, step, at });
    if (changes === 0) throw exists();
    const sql = 'UPDATE user_credentials SET credential_version = credential_version + 1 WHERE user_id = @user_id';
    db.prepare<User>(sql).run({ user_id });
    audited(db, by, 'update', user_id, { confirmed: true });
  },
);

/**
 * Removes and audits the second factor of a user in scope. Refused with NotFound without one, and PermissionError when
 * the user's role exceeds the caller's, or for the caller's own while one is required.
 */
export const removeFactor = change(
  'second-factor.remove',
  (db, { user_id, ...caller }: User & { scope: Scope; holder: Holder }, by): void => {
    if (user_id === by.user_id) mustBeFree(db, user_id);
    else mustNotExceedUser(db, user_id, caller);
    found(stored(db, { user_id }));
    dropSecondFactor(db, user_id, by);
  },
);

function mustBeFree(db: Connection, user_id: string): void {
  const sql = 'SELECT require_2fa FROM users WHERE user_id = @user_id';
  const user = found(db.prepare<User, { require_2fa: number }>(sql).get({ user_id }));
  if (user.require_2fa === 1) throw new Refusal('PermissionError', reason('second_factor_required'));
}

/** Removes and audits the second factor of a user, for the owner of the data folder; false without one. */
export const removeFactorByOwner = change('second-factor.remove-by-owner', (db, { user_id }: User, by): boolean =>
  dropSecondFactor(db, user_id, by),
);

/** Removes and audits the second factor of a user, false if there is none: without the key pair, nothing opens its secret. */
export function dropSecondFactor(db: Connection, user_id: string, by: By): boolean {
  const sql = 'DELETE FROM user_second_factors WHERE user_id = @user_id';
  const isRemoved = db.prepare<User>(sql).run({ user_id }).changes > 0;
  if (isRemoved) audited(db, by, 'delete', user_id);
  return isRemoved;
}
