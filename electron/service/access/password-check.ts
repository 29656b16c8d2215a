import { createHash, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fold } from '@shared/fold';
import { isRefusal, type Refusal } from '../refusal';
import type { By } from '../store/audit';
import type { Store } from '../store/store';
import type { CredentialCache } from '../vault/credential-cache';
import {
  decoyCredentials,
  isWeaker,
  normalPassword,
  openByPassword,
  resealed,
  type SealedPair,
  spellingsOf,
  type Verifier,
} from '../vault/user-pair';
import { authenticationRequired, isLocked } from './code-check';
import { auditDoorOf, type Door } from './door';
import { type Account, accountByLogin, type CredentialColumns } from './queries';
import type { SignIns } from './sign-ins';
import { DerivationGate, Throttle } from './throttle';

type Known = { account: Account; private_key: KeyObject };
type Stored = Verifier & SealedPair;
type Options = { store: Store; signIns: SignIns; now: () => number; elapsed: () => number; scryptLn: number };

/** Checks passwords at one door: guesses from outside must not prevent a sign-in at the window. */
export class PasswordCheck {
  readonly gate = new DerivationGate();
  private readonly throttle: Throttle;
  /** However many invented logins are tried, nobody has to wait for them: they have a place and a throttle of their own. */
  private readonly strangers: { gate: DerivationGate; throttle: Throttle };
  /** The time that the last derivation took. */
  private derivedInMs = 500;
  /** Guesses whose derivation is running; the key is undefined for a wrong guess. */
  private readonly underWay = new Map<string, Promise<{ private_key: KeyObject | undefined }>>();

  constructor(
    private readonly door: Door,
    private readonly options: Options,
  ) {
    const { elapsed } = options;
    this.throttle = new Throttle(elapsed);
    this.strangers = {
      gate: new DerivationGate(1),
      throttle: new Throttle(elapsed, Number.POSITIVE_INFINITY),
    };
  }

  /**
   * The account of a login and password, and its opened private key. A login that is unknown, locked or not allowed to
   * sign in takes the same path to the same response: its password is tried against a decoy. Refused with
   * AuthenticationRequired or TooManyRequests.
   */
  async check(login: string, password: string, cache: CredentialCache): Promise<Known> {
    // These are never correct passwords.
    if (!password || Buffer.byteLength(password) > 1024 || password.includes('\0')) throw authenticationRequired();
    const { door, gate, underWay } = this;
    const { store, signIns, now } = this.options;
    const place = fold(login);
    const account = await store.get(accountByLogin, { login: place, now: now() });
    const version = account?.credential_version ?? 0;
    const cached = account?.may_sign_in && cache.find(account.user_id, version, normalPassword(password));
    if (cached) return { account, private_key: cached.private_key };

    const guess = createHash('sha256')
      .update(JSON.stringify([place, version, password]))
      .digest('base64');
    // No await between this lookup and `tryPassword`, which registers the next guess, so that only one guess is
    // derived.
    const known = underWay.get(guess);
    const same = known && (await known);
    // The account may have been locked or deactivated since the derivation began.
    if (account && credentialsOf(account, door, now()) && same?.private_key)
      return { account, private_key: same.private_key };
    if (account && !same) gate.mustHaveRoom();
    const wasRight = (account ? this.throttle : this.strangers.throttle).admit(place);
    // Requests with the same guess at the same time share one derivation, and each counts a failure when it is wrong.
    const private_key = same ? undefined : await this.tryPassword(guess, account, password);
    if (!account || !private_key) throw await this.refuse(login, account);
    wasRight();
    // With a second factor, a password alone does not clear the failures of the codes.
    if (account.consecutive_failures && !account.secret_sealed)
      await store.write(signIns.forgetFailures, undefined, this.by(account));
    cache.keep(version, normalPassword(password), { user_id: account.user_id, private_key });
    return { account, private_key };
  }

  private async tryPassword(
    guess: string,
    account: (Account & CredentialColumns) | undefined,
    password: string,
  ): Promise<KeyObject | undefined> {
    const stored = account && credentialsOf(account, this.door, this.options.now());
    const { gate } = account ? this : this.strangers;
    const opening = (
      account || gate.isFree ? gate.pass(() => this.open(password, account, stored)) : this.waitAsLong(password)
    )
      .then((private_key) => ({ private_key }))
      .finally(() => this.underWay.delete(guess));
    this.underWay.set(guess, opening);
    return (await opening).private_key;
  }

  /** As long as trying a password takes, so that this does not tell whether the login exists. */
  private waitAsLong(password: string): Promise<undefined> {
    return pause(this.derivedInMs * spellingsOf(password).size, undefined);
  }

  private async open(password: string, account: Account | undefined, stored: Stored | undefined) {
    const { scryptLn } = this.options;
    const tried = stored ?? decoyCredentials(scryptLn);
    for (const spelling of spellingsOf(password)) {
      const began = performance.now();
      const private_key = await openByPassword(spelling, account?.user_id ?? '', tried, scryptLn);
      this.derivedInMs = performance.now() - began;
      if (!private_key) continue;
      const isOld = stored && (isWeaker(stored.kdf, scryptLn) || spelling !== normalPassword(password));
      if (account && isOld) await this.renew(account, password, { ...stored, private_key });
      return private_key;
    }
    return undefined;
  }

  /** Derives a password again that was stored with weaker parameters, or in another spelling. Its key pair stays. */
  private async renew(account: Account, password: string, opened: Stored & { private_key: KeyObject }) {
    const { store, signIns, scryptLn } = this.options;
    const {
      fingerprint: _,
      public_key: _same,
      ...sealed
    } = await resealed(account.user_id, password, opened, scryptLn);
    await store
      .write(signIns.replaceSealed, { ...sealed, replaced: opened.verifier }, this.by(account))
      .catch(unlessFull);
  }

  private async refuse(login: string, account: Account | undefined): Promise<Refusal> {
    const { store, signIns } = this.options;
    const { door } = this;
    if (account) await store.write(signIns.recordFailure, { login: login.slice(0, 128), door }, this.by(account));
    else await store.write(signIns.recordStranger, { door }, this.by(account));
    return authenticationRequired();
  }

  private by(account: Pick<Account, 'user_id' | 'tenant_id'> | undefined): By {
    const { user_id = null, tenant_id = null } = account ?? {};
    return { at: this.options.now(), user_id, tenant_id, door: auditDoorOf[this.door] };
  }
}

/**
 * The stored credentials of an account; undefined without a password, or when the account may not sign in or is locked
 * at this door.
 */
function credentialsOf(account: Account & CredentialColumns, door: Door, now: number): Stored | undefined {
  const { kdf, salt, verifier, public_key, private_key_sealed } = account;
  if (!account.may_sign_in || isLocked(account, door, now)) return;
  if (!kdf || !salt || !verifier || !public_key || !private_key_sealed) return;
  return { kdf, salt, verifier, public_key, private_key_sealed };
}

/** A full disk does not prevent a sign-in. */
export function unlessFull(cause: unknown): void {
  if (!isRefusal(cause, 'InsufficientStorage')) throw cause;
}
