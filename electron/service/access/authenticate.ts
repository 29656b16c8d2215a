import { isUtf8 } from 'node:buffer';
import type { KeyObject } from 'node:crypto';
import type { Credentials } from '@shared/contract/sessions';
import { hourMs } from '@shared/duration';
import { holds } from '@shared/permissions';
import { reason } from '@shared/reasons/reasons';
import { denied, isRefusal, Refusal } from '../refusal';
import { spend } from '../secret';
import type { By } from '../store/audit';
import type { Store } from '../store/store';
import { hashOfToken, isAccessToken, openByToken } from '../vault/access-token';
import { CredentialCache } from '../vault/credential-cache';
import { type Actor, actorFrom, authorOf, limited, ownerOf } from './actor';
import { authenticationRequired, CodeCheck } from './code-check';
import { auditDoorOf, type Door } from './door';
import { PasswordCheck, unlessFull } from './password-check';
import { type Account, accountById, accountByToken, type KnownToken, recordSignOut, selectOwnerPlace } from './queries';
import type { RefusalLog } from './refusal-log';
import { Sessions, sessionKeyOf } from './sessions';
import type { SignIns } from './sign-ins';
import { Views } from './views';

/** A scheme in any case, and its credentials after one or more spaces (RFC 9110, section 11.4). */
const authorization = /^([^ ]+) +([^ ].*)$/;
const basicHeaderBytes = 8192;
/** The use of a token is stored at most once in this time. */
const tokenUseMs = hourMs;

type Options = {
  store: Store;
  refusals: RefusalLog;
  signIns: SignIns;
  now: () => number;
  elapsed: () => number;
  scryptLn: number;
  timezone: string;
};

const wrongPassword = (field: string) =>
  new Refusal('PermissionError', reason('not_your_password'), { [field]: reason('not_your_password') });

/** Authenticates by HTTP Basic or by the token of a session, and holds the sessions, which exist only in memory. */
export class Authenticator {
  /** Replaced, like the sessions, when people are forgotten, so that a sign-in in progress cannot add to them. */
  private cache: CredentialCache;
  private readonly passwords: Record<Door, PasswordCheck>;
  private readonly codes: Record<Door, CodeCheck>;
  private sessions: Sessions;
  readonly views: Views;

  constructor(private readonly options: Options) {
    this.cache = new CredentialCache(options.elapsed);
    this.sessions = new Sessions(options);
    this.passwords = {
      tcp: new PasswordCheck('tcp', options),
      app: new PasswordCheck('app', options),
      command: new PasswordCheck('command', options),
    };
    this.views = new Views({
      ...options,
      sessionAt: (place) => this.sessions.at(place),
      userOf: (user_id) => this.userOf(user_id),
    });
    this.codes = {
      tcp: new CodeCheck('tcp', options),
      app: new CodeCheck('app', options),
      command: new CodeCheck('command', options),
    };
  }

  /** The caller of a request. Refused with AuthenticationRequired or TooManyRequests. */
  async actorOf(request: Request, door: Door): Promise<Actor> {
    return { ...(await this.knownBy(request, door)), door: auditDoorOf[door] };
  }

  private async knownBy(request: Request, door: Door): Promise<Actor> {
    const header = request.headers.get('authorization');
    if (door === 'command' && header === null) return this.owner();
    const [, scheme, credentials = ''] = authorization.exec(header ?? '') ?? [];
    if (scheme?.toLowerCase() === 'bearer') {
      return isAccessToken(credentials) ? this.byToken(credentials) : this.inSession(sessionKeyOf(credentials));
    }
    if (scheme?.toLowerCase() === 'basic') return this.byPassword(credentials, door);
    throw authenticationRequired();
  }

  /** Opens a session: its token, which is shown once, and its end (ms). */
  async signIn(
    { login, password, otp }: Credentials,
    door: Door,
  ): Promise<{ token: string; expires_at: number; actor: Actor }> {
    const { sessions } = this;
    const { account, private_key } = await this.check(login, password, door);
    if (door === 'tcp' && !holds(this.actor(account, private_key).permissions, 'system:api_access')) {
      throw await this.refused(denied('system:api_access'), account, door);
    }
    await this.codes[door].recordSignIn(account, { private_key, otp }, this.by(account, door));
    const { token, session, expires_at } = sessions.open(account, private_key, door);
    return { token, expires_at, actor: { ...this.actor(account, private_key), session } };
  }

  /** Verifies the caller's password again, and opens their key. Refused with PermissionError at `field`, or TooManyRequests. */
  async confirm({ login, user_id }: Actor, password: string, door: Door, field = 'password'): Promise<KeyObject> {
    const known = await this.check(login, password, door).catch((cause: unknown) => {
      throw isRefusal(cause, 'AuthenticationRequired') ? wrongPassword(field) : cause;
    });
    if (known.account.user_id !== user_id) throw wrongPassword(field);
    return known.private_key;
  }

  /** Derives a key in the queue of the door's sign-ins, because each derivation takes a second and 128 MiB. */
  derive<T>(door: Door, work: () => Promise<T>): Promise<T> {
    return this.passwords[door].gate.pass(work);
  }

  /** The end of the caller's session; undefined with HTTP Basic. */
  endOf(actor: Actor): number | undefined {
    return actor.session ? this.sessions.at(actor.session)?.expires_at : undefined;
  }

  /** Keeps the caller's session through a change of their own credentials, which ends all others. */
  keepSession(actor: Actor): void {
    this.sessions.keep(actor);
  }

  /** Ends the caller's session. Does nothing for a caller without one, by Basic or token. */
  async signOut(actor: Actor): Promise<void> {
    if (!actor.session) return;
    await this.views.end(actor);
    this.sessions.end(actor.session);
    await this.options.store.write(recordSignOut, undefined, { at: this.options.now(), ...authorOf(actor) });
  }

  /**
   * Removes all sessions and opened keys: at lock, suspend and quit. The session of the token in `kept` stays, without
   * its key and as the user's own: it can continue to record, but no longer open what is encrypted.
   */
  forget(kept?: string): void {
    this.cache.close();
    this.cache = new CredentialCache(this.options.elapsed);
    this.sessions = this.sessions.left(kept);
  }

  /** The caller with current rights. Refused with AuthenticationRequired when their credentials are no longer valid. */
  async renew({ session, token, user_id, credential_version, private_key, is_owner }: Actor): Promise<Actor> {
    if (is_owner) return this.owner();
    if (session) {
      const actor = await this.views.actorOf(await this.inSession(session));
      if (actor.user_id !== user_id) throw authenticationRequired();
      return actor;
    }
    const { store, now } = this.options;
    if (token) {
      const known = await store.get(accountByToken, { hash: token, now: now() });
      if (!known?.account.may_sign_in) throw authenticationRequired();
      return this.toolOf(known, private_key, token);
    }
    const account = await store.get(accountById, { user_id, now: now() });
    if (!account?.may_sign_in || account.credential_version !== credential_version) throw authenticationRequired();
    return this.actor(account, private_key);
  }

  /** A user without credentials, with current rights; undefined when they may not sign in. */
  async userOf(user_id: string): Promise<Actor | undefined> {
    const account = await this.options.store.get(accountById, { user_id, now: this.options.now() });
    return account?.may_sign_in ? this.actor(account, undefined) : undefined;
  }

  private async owner(): Promise<Actor> {
    const place = await this.options.store.get(selectOwnerPlace, undefined);
    if (!place) throw authenticationRequired();
    return ownerOf(place, this.options.timezone);
  }

  private async inSession(place: string): Promise<Actor> {
    const session = this.sessions.at(place);
    if (!session) throw authenticationRequired();
    const { store, now } = this.options;
    const account = await store.get(accountById, { user_id: session.user_id, now: now() });
    if (!account?.may_sign_in || account.credential_version !== session.credential_version)
      throw authenticationRequired();
    return { ...this.actor(account, session.private_key), session: place };
  }

  private async byToken(token: string): Promise<Actor> {
    const { store, signIns, now } = this.options;
    const hash = hashOfToken(token);
    const known = await store.get(accountByToken, { hash, now: now() });
    if (!known?.account.may_sign_in) throw authenticationRequired();
    const { account, token_id, name, key_sealed, last_used_at } = known;
    if (now() - (last_used_at ?? 0) > tokenUseMs) {
      await store.write(signIns.recordTokenUse, { token_id }, this.by(account, 'tcp')).catch(unlessFull);
    }
    const private_key = key_sealed ? openByToken(token, account.user_id, key_sealed) : undefined;
    return { ...this.toolOf(known, private_key, hash), tool: { token_id, name } };
  }

  /** A token needs no second factor. */
  private toolOf({ account, limits }: KnownToken, private_key: KeyObject | undefined, token: string): Actor {
    return { ...limited(this.actor(account, private_key), limits), must_enrol: false, token };
  }

  private async byPassword(credentials: string, door: Door): Promise<Actor> {
    if (credentials.length > basicHeaderBytes || !/^[\w+/-]*={0,2}$/.test(credentials)) throw authenticationRequired();
    // Python's requests, OkHttp and others send ISO 8859-1.
    const [login, password] = split(
      spend(Buffer.from(credentials, 'base64'), (sent) => sent.toString(isUtf8(sent) ? 'utf8' : 'latin1')),
      ':',
    );
    const { account, private_key } = await this.check(login, password, door);
    if (account.require_2fa || account.secret_sealed) {
      throw await this.refused(new Refusal('PermissionError', reason('second_factor_over_basic')), account, door);
    }
    return this.actor(account, private_key);
  }

  private check(login: string, password: string, door: Door): Promise<{ account: Account; private_key: KeyObject }> {
    return this.passwords[door].check(login, password, this.cache);
  }

  /** Audits that someone with the right password may not sign in this way, and returns the refusal. */
  private async refused(cause: Refusal, account: Account, door: Door): Promise<Refusal> {
    const act = { action: 'sign_in', resource: 'session', resource_id: null, details: { door } } as const;
    const { user_id, tenant_id } = account;
    await this.options.refusals.note(cause, { user_id, tenant_id, door: auditDoorOf[door] }, act);
    return cause;
  }

  private by({ user_id, tenant_id }: Account, door: Door): By {
    return { at: this.options.now(), user_id, tenant_id, door: auditDoorOf[door] };
  }

  private actor(account: Account, private_key: KeyObject | undefined): Actor {
    return actorFrom(account, private_key, this.options.timezone);
  }
}

function split(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return place === -1 ? [text, ''] : [text.slice(0, place), text.slice(place + at.length)];
}
