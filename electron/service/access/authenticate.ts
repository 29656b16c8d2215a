import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { fold } from '@shared/fold';
import { Refusal } from '../refusal';
import type { Store } from '../store/store';
import { CredentialCache } from '../vault/credential-cache';
import { fingerprintOf } from '../vault/key-tree';
import { kdfOf, openPair, stretch, verifies } from '../vault/user-pair';
import { type Actor, mustHold } from './actor';
import {
  type Account,
  accountById,
  accountByLogin,
  forgetFailures,
  recordFailure,
  recordSignIn,
  recordSignOut,
} from './queries';
import { DerivationGate, Throttle } from './throttle';

const sessionMs = 12 * 60 * 60_000;
/** So many wrong passwords in a row switch a login off for tools; the window still takes the right one. */
const lockedAfter = 100;
const sessionsPerPerson = 32;
const basicHeaderBytes = 8192;

export type Door = 'tcp' | 'app';
type Session = { user_id: string; credential_version: number; private_key: KeyObject; expires_at: number };
type Options = { store: Store; now: () => number; scryptLn: number; timezone: string };

/** The one answer to every wrong credential, so that none tells which part was wrong. */
export const authenticationRequired = () =>
  new Refusal('AuthenticationRequired', 'Sign in first: login or password is missing or wrong.');

const wrongPassword = () =>
  new Refusal('PermissionError', 'This is not your password.', { password: 'This is not your password' });

/** Who asks, by HTTP Basic or by a session's token; and the sessions themselves, which live in memory only. */
export class Authenticator {
  private readonly cache: CredentialCache;
  /** One for each door: who guesses from outside must not keep the person at the window from signing in. */
  private readonly entrances: Record<Door, { throttle: Throttle; gate: DerivationGate }>;
  private readonly sessions = new Map<string, Session>();
  private readonly underWay = new Map<string, Promise<KeyObject>>();

  constructor(private readonly options: Options) {
    this.cache = new CredentialCache(options.now);
    const entrance = () => ({ throttle: new Throttle(options.now), gate: new DerivationGate() });
    this.entrances = { tcp: entrance(), app: entrance() };
  }

  /** The caller of a request. Refused with AuthenticationRequired or TooManyRequests. */
  async actorOf(request: Request, door: Door): Promise<Actor> {
    const [scheme, credentials] = split(request.headers.get('authorization') ?? '', ' ');
    if (/^bearer$/i.test(scheme) && credentials) return this.bySession(credentials);
    if (/^basic$/i.test(scheme) && credentials) return this.byPassword(credentials, door);
    throw authenticationRequired();
  }

  /** Opens a session: its token, to be shown once, and its end (ms). */
  async signIn(
    login: string,
    password: string,
    door: Door,
  ): Promise<{ token: string; expires_at: number; actor: Actor }> {
    const { account, private_key } = await this.check(login, password, door);
    if (door === 'tcp') mustHold(this.actor(account, private_key), 'system:api_access');
    this.prune(account.user_id);
    const token = randomBytes(32).toString('base64url');
    const expires_at = this.options.now() + sessionMs;
    const { user_id, tenant_id, credential_version } = account;
    const session = placeOf(token);
    await this.options.store.write(recordSignIn, { at: this.options.now(), user_id, tenant_id, login, door });
    this.sessions.set(session, { user_id, credential_version: credential_version ?? 0, private_key, expires_at });
    return { token, expires_at, actor: { ...this.actor(account, private_key), session } };
  }

  /** Makes sure that the caller knows their password now. Refused with PermissionError or TooManyRequests. */
  async confirm({ login, user_id }: Actor, password: string, door: Door): Promise<void> {
    const known = await this.check(login, password, door).catch((cause: unknown) => {
      throw cause instanceof Refusal && cause.code === 'AuthenticationRequired' ? wrongPassword() : cause;
    });
    if (known.account.user_id !== user_id) throw wrongPassword();
  }

  /** Derives a key in the turn of those who sign in by this door: each takes a second and 128 MiB. */
  derive<T>(door: Door, work: () => Promise<T>): Promise<T> {
    return this.entrances[door].gate.pass(work);
  }

  /** Lets go of sessions that have ended, and of a person's oldest when there are too many. */
  private prune(userId: string): void {
    const now = this.options.now();
    const own: string[] = [];
    for (const [place, session] of this.sessions) {
      if (session.expires_at <= now) this.sessions.delete(place);
      else if (session.user_id === userId) own.push(place);
    }
    for (const place of own.slice(0, Math.max(0, own.length - sessionsPerPerson + 1))) this.sessions.delete(place);
  }

  /** When the session that asks will end; undefined with HTTP Basic. */
  endOf(actor: Actor): number | undefined {
    return actor.session ? this.sessions.get(actor.session)?.expires_at : undefined;
  }

  /** Ends the session that asks. */
  async signOut({ session, user_id, tenant_id }: Actor): Promise<void> {
    if (session) this.sessions.delete(session);
    await this.options.store.write(recordSignOut, { at: this.options.now(), user_id, tenant_id });
  }

  /** Ends what a person has open, or what all have: after a password or role change, at lock, suspend and quit. */
  forget(userId?: string): void {
    this.cache.drop(userId);
    for (const [token, session] of this.sessions)
      if (!userId || session.user_id === userId) this.sessions.delete(token);
  }

  private bySession(token: string): Actor {
    const place = placeOf(token);
    const session = this.sessions.get(place);
    const now = this.options.now();
    if (!session || session.expires_at <= now) {
      this.sessions.delete(place);
      throw authenticationRequired();
    }
    const account = this.options.store.get(accountById, { user_id: session.user_id, now });
    if (!account?.may_sign_in || account.credential_version !== session.credential_version)
      throw authenticationRequired();
    return { ...this.actor(account, session.private_key), session: place };
  }

  private async byPassword(credentials: string, door: Door): Promise<Actor> {
    if (credentials.length > basicHeaderBytes || !/^[\w+/-]*={0,2}$/.test(credentials)) throw authenticationRequired();
    const [login, password] = split(Buffer.from(credentials, 'base64').toString('utf8'), ':');
    const { account, private_key } = await this.check(login, password, door);
    return this.actor(account, private_key);
  }

  /** The account that a login and password belong to, and its opened private key. */
  private async check(
    login: string,
    password: string,
    door: Door,
  ): Promise<{ account: Account; private_key: KeyObject }> {
    const { store, now, scryptLn } = this.options;
    const { throttle, gate } = this.entrances[door];
    const place = fold(login);
    const account = store.get(accountByLogin, { login: place, now: now() });
    if (!password || Buffer.byteLength(password) > 1024 || password.includes('\0')) throw authenticationRequired();
    const known = account?.kdf && account.salt && account.verifier ? account : undefined;
    const cached = known?.may_sign_in && this.cache.find(known.user_id, known.credential_version ?? 0, password);
    if (known && cached) return { account: known, private_key: cached.private_key };

    throttle.admit(place);
    if (!known) {
      await gate.pass(() => stretch(password, { kdf: kdfOf(scryptLn), salt: Buffer.alloc(16) }, scryptLn));
      throw await this.refuse(place, login, account, door);
    }
    const private_key = await this.openOnce(known, password, gate).catch(async (cause) => {
      throw cause instanceof WrongPassword ? await this.refuse(place, login, account, door) : cause;
    });
    const lockedOut = door === 'tcp' && (known.consecutive_failures ?? 0) >= lockedAfter;
    if (!known.may_sign_in || lockedOut) throw await this.refuse(place, login, account, door);
    throttle.succeeded(place);
    if (known.consecutive_failures) await store.write(forgetFailures, { user_id: known.user_id });
    this.cache.keep(known.credential_version ?? 0, password, { user_id: known.user_id, private_key });
    return { account: known, private_key };
  }

  /** Concurrent first requests with one password share one derivation. */
  private openOnce(account: Account, password: string, gate: DerivationGate): Promise<KeyObject> {
    const key = createHash('sha256')
      .update(`${account.user_id}|${account.credential_version}|${password}`)
      .digest('base64');
    let opening = this.underWay.get(key);
    if (!opening) {
      opening = gate.pass(() => this.open(account, password)).finally(() => this.underWay.delete(key));
      this.underWay.set(key, opening);
    }
    return opening;
  }

  private async open(account: Account, password: string): Promise<KeyObject> {
    const { kdf, salt, verifier, public_key, private_key_sealed } = account;
    if (!kdf || !salt || !verifier || !public_key || !private_key_sealed) throw new WrongPassword();
    const secret = await stretch(password, { kdf, salt }, this.options.scryptLn);
    if (!verifies(secret, { kdf, salt, verifier })) throw new WrongPassword();
    const stored = { kdf, salt, verifier, public_key, private_key_sealed };
    return openPair(secret, account.user_id, fingerprintOf(public_key), stored);
  }

  private async refuse(place: string, login: string, account: Account | undefined, door: Door): Promise<Refusal> {
    this.entrances[door].throttle.failed(place);
    const { user_id = null, tenant_id = null } = account ?? {};
    await this.options.store.write(recordFailure, {
      at: this.options.now(),
      user_id,
      tenant_id,
      login: login.slice(0, 128),
      door,
    });
    return authenticationRequired();
  }

  private actor(account: Account, private_key: KeyObject): Actor {
    const { user_id, tenant_id, name, login, role_id, role_name, access_level } = account;
    return {
      user_id,
      tenant_id,
      name,
      login,
      role_id,
      role_name,
      access_level,
      in_system_tenant: account.in_system_tenant === 1,
      permissions: JSON.parse(account.permissions),
      zone: account.zone ?? this.options.timezone,
      must_change_password: account.must_change_password === 1,
      credential_version: account.credential_version ?? 0,
      private_key,
    };
  }
}

class WrongPassword extends Error {}

const placeOf = (token: string) => createHash('sha256').update(token).digest('base64');

function split(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return place === -1 ? [text, ''] : [text.slice(0, place), text.slice(place + at.length)];
}
