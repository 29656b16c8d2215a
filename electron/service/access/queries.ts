import type { tokenAccess } from '@shared/contract/tokens';
import type { AccessLevel, Permissions } from '@shared/permissions';
import { type Act, audit } from '../store/audit';
import { valuesOf } from '../store/fragments';
import { change, query } from '../store/query';
import type { SealedPair, Verifier } from '../vault/user-pair';

/** A user with role and place, as every request needs them. */
export type Account = {
  user_id: string;
  tenant_id: string;
  in_system_tenant: 0 | 1;
  /** Settings as JSON; null when unset. */
  multi_tenancy: string | null;
  system_zone: string | null;
  name: string;
  login: string;
  role_id: string;
  role_name: string;
  access_level: AccessLevel;
  permissions: string;
  zone: string | null;
  /** The zone without that of the group. */
  zone_of_days: string | null;
  must_change_password: 0 | 1;
  may_sign_in: 0 | 1;
  require_2fa: 0 | 1;
  /** The secret of the second factor; null without a confirmed one. */
  secret_sealed: Buffer | null;
  credential_version: number | null;
  consecutive_failures: number | null;
  /** When these became too many for tools. */
  locked_at: number | null;
};
/** What verifies the password of an account, and the key pair that it opens; null without a password. */
export type CredentialColumns = { [K in keyof (Verifier & SealedPair)]: (Verifier & SealedPair)[K] | null };
const credentials = ', c.kdf, c.salt, c.verifier, c.public_key, c.private_key_sealed';

const isEnabled = `u.is_active = 1 AND u.can_login = 1 AND u.authenticate_type = 'password'
  AND (u.valid_till IS NULL OR u.valid_till > @now)`;
const selectAccount = (more = '') => `
  SELECT u.user_id, u.tenant_id, t.is_system AS in_system_tenant, u.name, coalesce(u.login, '') AS login,
    r.role_id, r.name AS role_name, r.access_level, r.permissions,
    coalesce(nullif(u.timezone, ''), nullif(g.timezone, ''), nullif(t.timezone, '')) AS zone,
    coalesce(nullif(u.timezone, ''), nullif(t.timezone, '')) AS zone_of_days,
    (SELECT value FROM settings WHERE name = 'multi_tenancy') AS multi_tenancy,
    (SELECT value FROM settings WHERE name = 'timezone') AS system_zone,
    u.must_change_password, u.require_2fa, f.secret_sealed,
    CASE WHEN ${isEnabled} THEN 1 ELSE 0 END AS may_sign_in,
    c.credential_version, c.consecutive_failures, c.locked_at${more}
  FROM users u
  JOIN tenants t USING (tenant_id)
  JOIN roles r USING (role_id)
  JOIN groups g USING (group_id)
  LEFT JOIN user_credentials c USING (user_id)
  LEFT JOIN user_second_factors f ON f.user_id = u.user_id AND f.confirmed_at IS NOT NULL`;

/** The account with a folded login, and its credentials. */
export const accountByLogin = query('access.by-login', (db, input: { login: string; now: number }) =>
  db
    .prepare<typeof input, Account & CredentialColumns>(`${selectAccount(credentials)} WHERE u.login_folded = @login`)
    .get(input),
);

/** The account with a user id. */
export const accountById = query('access.by-id', (db, input: { user_id: string; now: number }) =>
  db.prepare<typeof input, Account>(`${selectAccount()} WHERE u.user_id = @user_id`).get(input),
);

/** What an access token may do of what its user may; `scope` is null for all rights. */
export type TokenLimits = { access: (typeof tokenAccess)[number]; scope: Permissions | null };

/** The tenant that the owner of the data folder acts in, and the settings of the system. */
export type OwnerPlace = Pick<Account, 'tenant_id' | 'multi_tenancy' | 'system_zone'>;

/** The System tenant; undefined before the first run. */
export const selectOwnerPlace = query('access.owner', (db) =>
  db
    .prepare<[], OwnerPlace>(`
      SELECT t.tenant_id, (SELECT value FROM settings WHERE name = 'multi_tenancy') AS multi_tenancy,
        (SELECT value FROM settings WHERE name = 'timezone') AS system_zone
      FROM tenants t WHERE t.is_system = 1`)
    .get(),
);

/** The account of a token, and what the token leaves of its rights. */
export type KnownToken = { account: Account; limits: TokenLimits };

/** What is stored of an access token. */
type StoredToken = {
  token_id: string;
  name: string;
  access: TokenLimits['access'];
  /** JSON. */
  scope: string | null;
  key_sealed: Buffer | null;
  last_used_at: number | null;
};

/** SQL condition: a token has not expired. */
const isValid = '(expires_at IS NULL OR expires_at > @now)';

/** The limits of a token, from its columns. */
const limitsIn = ({ access, scope }: Pick<StoredToken, 'access' | 'scope'>): TokenLimits => ({
  access,
  scope: scope === null ? null : JSON.parse(scope),
});

/** The token with a hash, and the account of its user; undefined once it has expired. */
export const accountByToken = query(
  'access.by-token',
  (db, input: { hash: string; now: number }): (Omit<StoredToken, 'access' | 'scope'> & KnownToken) | undefined => {
    const token = db
      .prepare<typeof input, StoredToken & { user_id: string }>(`
        SELECT token_id, name, access, scope, user_id, private_key_sealed AS key_sealed, last_used_at FROM user_tokens
        WHERE hash = @hash AND ${isValid}`)
      .get(input);
    const account = token && accountById.run(db, { user_id: token.user_id, now: input.now });
    return account && { ...token, account, limits: limitsIn(token) };
  },
);

/** Those of the tokens that are neither revoked nor expired, each with its limits. */
export const validTokens = query(
  'access.valid-tokens',
  (db, { ids, now }: { ids: readonly string[]; now: number }): Map<string, TokenLimits> => {
    const rows = db
      .prepare<{ ids: string; now: number }, Pick<StoredToken, 'token_id' | 'access' | 'scope'>>(
        `SELECT token_id, access, scope FROM user_tokens WHERE token_id IN ${valuesOf('@ids', 'text')} AND ${isValid}`,
      )
      .all({ ids: JSON.stringify(ids), now });
    return new Map(rows.map((token) => [token.token_id, limitsIn(token)]));
  },
);

/** Whether any user exists. Until then, only set-up works. */
export const anyUser = query('access.any-user', (db) => db.prepare('SELECT 1 FROM users LIMIT 1').get() !== undefined);

/** Audits that a session begins or ends to view as a user. */
export const recordView = change(
  'access.view-as',
  (db, { action, user_id }: { action: 'view_as' | 'view_as_end'; user_id: string }, by) =>
    audit(db, by, { action, resource: 'user', resource_id: user_id }),
);

/** Audits a sign-out. */
export const recordSignOut = change(
  'access.sign-out',
  (db, _: undefined, by) => audit(db, by, { action: 'sign_out', resource: 'session', resource_id: null }),
  { essential: true },
);

/** Audits a request that was refused because its author lacks a right. */
export const recordRefusal = change('access.refusal', (db, act: Refused, by): void =>
  audit(db, by, { ...act, outcome: 'refused' }),
);

/** What was refused: an action on a record, and why. */
export type Refused = Required<Pick<Act, 'action' | 'resource' | 'resource_id' | 'details'>>;
