import type { Scope } from '../../../access/scope';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { query } from '../../../store/query';
import { usersInScope } from './list/queries';

/** A password and its key pair, as stored. */
export type StoredCredentials = {
  kdf: string;
  salt: Uint8Array;
  verifier: Uint8Array;
  public_key: Uint8Array;
  private_key_sealed: Uint8Array;
};

/** Stores a person's first password and key pair, or replaces both; sessions with the old password end. */
export function keepCredentials(db: Connection, user_id: string, credentials: StoredCredentials, { at }: By): void {
  const { kdf, salt, verifier, public_key, private_key_sealed } = credentials;
  db.prepare<object>(`
    INSERT INTO user_credentials (user_id, kdf, salt, verifier, public_key, private_key_sealed, changed_at)
    VALUES (@user_id, @kdf, @salt, @verifier, @public_key, @private_key_sealed, @at)
    ON CONFLICT (user_id) DO UPDATE SET kdf = excluded.kdf, salt = excluded.salt, verifier = excluded.verifier,
      public_key = excluded.public_key, private_key_sealed = excluded.private_key_sealed,
      credential_version = user_credentials.credential_version + 1, consecutive_failures = 0, locked_at = NULL,
      changed_at = excluded.changed_at`).run({ user_id, kdf, salt, verifier, public_key, private_key_sealed, at });
}

/** Deletes a person's password and key pair. */
export function removeCredentials(db: Connection, user_id: string): void {
  db.prepare<{ user_id: string }>('DELETE FROM user_credentials WHERE user_id = @user_id').run({ user_id });
}

/** A person's public key; undefined without a password. */
export const selectPublicKey = query(
  'users.public-key',
  (db, input: { user_id: string }) =>
    db
      .prepare<typeof input, { public_key: Buffer }>('SELECT public_key FROM user_credentials WHERE user_id = @user_id')
      .get(input)?.public_key,
);

type Known = { user_id: string; name: string; public_key: Buffer | null };

/** The name and the public key of a user in scope. Undefined out of scope; without a password, the key is null. */
export const selectIdentity = query(
  'users.identity',
  (db, { user_id, scope }: { user_id: string; scope: Scope }): Known | undefined =>
    db
      .prepare<Record<string, string>, Known>(`
        SELECT u.user_id, u.name, c.public_key FROM users u LEFT JOIN user_credentials c ON c.user_id = u.user_id
        WHERE u.user_id = @user_id AND ${usersInScope(scope)}`)
      .get({ ...scope.params, user_id }),
);
