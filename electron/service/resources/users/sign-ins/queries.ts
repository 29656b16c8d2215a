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
      // Also runs for an unknown login, where it changes nothing, so that both take the same path.
      db.prepare<By>(`
        UPDATE user_credentials SET consecutive_failures = consecutive_failures + 1 WHERE user_id = @user_id`).run(by);
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

function clearFailures(db: Connection, by: By): void {
  db.prepare<By>('UPDATE user_credentials SET consecutive_failures = 0 WHERE user_id = @user_id').run(by);
}

function spendStep(db: Connection, steps: CodeSteps, { user_id }: By): boolean {
  // A step after the latest is from a clock that was ahead. Otherwise no code would be accepted until then.
  const sql = `UPDATE user_second_factors SET last_step = @step
    WHERE user_id = @user_id AND (last_step IS NULL OR last_step < @step OR last_step > @latest)`;
  return db.prepare<object>(sql).run({ ...steps, user_id }).changes > 0;
}
