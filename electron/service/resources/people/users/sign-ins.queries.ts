import { hourMs } from '@shared/duration';
import { reason } from '@shared/reasons/reasons';
import { lockedAfter, lockedMs } from '../../../access/code-check';
import type { CodeSteps, SignIns } from '../../../access/sign-ins';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { change } from '../../../store/query';

/** Works on a full disk too, so that people can still sign in. */
const essential = { essential: true } as const;

/** What authentication stores about users. */
export const signIns: SignIns = {
  recordFailure: change(
    'sign-ins.failure',
    (db, details, by): void => {
      const wasLocked = 'locked_at NOT BETWEEN @lockedFrom AND @lockedTo';
      db.prepare<object>(`
        UPDATE user_credentials SET
          consecutive_failures = CASE WHEN ${wasLocked} THEN 1 ELSE consecutive_failures + 1 END,
          locked_at = CASE WHEN ${wasLocked} OR consecutive_failures + 1 < @lockedAfter THEN NULL
            ELSE coalesce(locked_at, @at) END
        WHERE user_id = @user_id`).run({
        user_id: by.user_id,
        at: by.at,
        lockedAfter,
        lockedFrom: by.at - lockedMs,
        lockedTo: by.at + lockedMs,
      });
      audit(db, by, { action: 'sign_in', resource: 'session', resource_id: null, outcome: 'refused', details });
    },
    essential,
  ),
  recordStranger: change(
    'sign-ins.stranger',
    (db, { door }, by): void => {
      const { at } = by;
      const count = db
        .prepare<object, { guesses: number; left_out: number }>(`
          INSERT INTO unknown_sign_ins (door, since, guesses, left_out) VALUES (@door, @at, 1, 0)
          ON CONFLICT (door) DO UPDATE SET
            guesses = CASE WHEN unknown_sign_ins.since BETWEEN @from AND @at
              THEN unknown_sign_ins.guesses + 1 ELSE 1 END,
            since = CASE WHEN unknown_sign_ins.since BETWEEN @from AND @at
              THEN unknown_sign_ins.since ELSE @at END
          RETURNING guesses, left_out`)
        .get({ door, at, from: at - hourMs });
      const { guesses = 1, left_out = 0 } = count ?? {};
      const isListed = /^10*$/.test(String(guesses));
      db.prepare<object>('UPDATE unknown_sign_ins SET left_out = @left_out WHERE door = @door').run({
        door,
        left_out: isListed ? 0 : left_out + 1,
      });
      if (!isListed) return;
      const details = { door, reason: reason('login_unknown'), ...(left_out > 0 && { left_out }) };
      audit(db, by, { action: 'sign_in', resource: 'session', resource_id: null, outcome: 'refused', details });
    },
    essential,
  ),
  recordSignIn: change(
    'sign-ins.record',
    (db, { door, code }, by): boolean => {
      if (code && !spendStep(db, code, by)) return false;
      clearFailures(db, by);
      db.prepare<By>('UPDATE users SET last_sign_in_at = @at WHERE user_id = @user_id').run(by);
      audit(db, by, { action: 'sign_in', resource: 'session', resource_id: null, details: { door } });
      return true;
    },
    essential,
  ),
  forgetFailures: change('sign-ins.forget-failures', (db, _, by) => clearFailures(db, by), essential),
  replaceSealed: change('sign-ins.replace-sealed', (db, input, { user_id }): void => {
    db.prepare<object>(`
      UPDATE user_credentials
      SET kdf = @kdf, salt = @salt, verifier = @verifier, private_key_sealed = @private_key_sealed
      WHERE user_id = @user_id AND verifier = @replaced`).run({ ...input, user_id });
  }),
  recordTokenUse: change('sign-ins.token-use', (db, { token_id }, { at }): void => {
    db.prepare<object>('UPDATE user_tokens SET last_used_at = @at WHERE token_id = @token_id').run({ at, token_id });
  }),
};

/** Opens and audits a login that wrong guesses have locked, for the owner of the data folder; false if none were counted. */
export const unlockByOwner = change('sign-ins.unlock', (db, { user_id }: { user_id: string }, by): boolean => {
  const sql = `UPDATE user_credentials SET consecutive_failures = 0, locked_at = NULL
    WHERE user_id = @user_id AND consecutive_failures > 0`;
  const isUnlocked = db.prepare<object>(sql).run({ user_id }).changes > 0;
  if (isUnlocked)
    audit(db, by, { action: 'update', resource: 'user', resource_id: user_id, details: { unlocked: true } });
  return isUnlocked;
});

function clearFailures(db: Connection, by: By): void {
  const sql = 'UPDATE user_credentials SET consecutive_failures = 0, locked_at = NULL WHERE user_id = @user_id';
  db.prepare<By>(sql).run(by);
}

function spendStep(db: Connection, steps: CodeSteps, { user_id }: By): boolean {
  // A step after the latest is from a clock that was ahead. Otherwise no code would be accepted until then.
  const sql = `UPDATE user_second_factors SET last_step = @step
    WHERE user_id = @user_id AND (last_step IS NULL OR last_step < @step OR last_step > @latest)`;
  return db.prepare<object>(sql).run({ ...steps, user_id }).changes > 0;
}
