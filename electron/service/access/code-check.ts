import type { KeyObject } from 'node:crypto';
import { dayMs } from '@shared/duration';
import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import { spend } from '../secret';
import type { By } from '../store/audit';
import type { Store } from '../store/store';
import { farAhead, openSecondFactor, stepOfCode } from '../vault/second-factor';
import type { Door } from './door';
import type { Account } from './queries';
import type { SignIns } from './sign-ins';
import { Throttle } from './throttle';

/** After this many consecutive wrong guesses, tools cannot sign in to an account for a day; the window still can. */
export const lockedAfter = 100;
export const lockedMs = dayMs;

/** The response to any wrong credential, the same for all, so that it does not show which part was wrong. */
export const authenticationRequired = () => new Refusal('AuthenticationRequired', reason('sign_in_first'));

/** Whether an account had too many wrong guesses for this door. Also ends when the clock was wrong by more than a day. */
export const isLocked = ({ consecutive_failures, locked_at }: Account, door: Door, now: number): boolean =>
  door === 'tcp' &&
  (consecutive_failures ?? 0) >= lockedAfter &&
  (locked_at === null || Math.abs(now - locked_at) < lockedMs);

/** The password was right, but the code of the second factor is missing or wrong. */
const codeRequired = (why: 'otp_missing' | 'otp_wrong') =>
  new Refusal('AuthenticationRequired', reason(why), { otp: reason(why) });

/** Checks the code of a second factor at one door, after the password. */
export class CodeCheck {
  /** Not the throttle of passwords, because a correct password must not clear earlier wrong codes. */
  private readonly throttle: Throttle;

  constructor(
    private readonly door: Door,
    private readonly options: { store: Store; signIns: SignIns; now: () => number; elapsed: () => number },
  ) {
    this.throttle = new Throttle(options.elapsed);
  }

  /**
   * Records a sign-in whose password was right. With a second factor, refused without a code that was not used before.
   * Each code counts as a wrong guess until it has been accepted, so that simultaneous guesses are limited too.
   */
  async recordSignIn(account: Account, sent: { private_key: KeyObject; otp: string | undefined }, by: By) {
    const { door, throttle } = this;
    const { store, signIns, now } = this.options;
    const { user_id, login, secret_sealed } = account;
    if (!secret_sealed) return void (await store.write(signIns.recordSignIn, { door, code: undefined }, by));
    // A remembered password was accepted without its stored form, which a locked account hides.
    if (isLocked(account, door, now())) throw authenticationRequired();
    const { otp, private_key } = sent;
    if (otp === undefined) throw codeRequired('otp_missing');
    const wasRight = throttle.admit(user_id);
    const step = spend(openSecondFactor(private_key, user_id, secret_sealed), (secret) =>
      stepOfCode(secret, otp, now()),
    );
    const code = step === undefined ? undefined : { step, latest: step + farAhead };
    const isNew = code !== undefined && (await store.write(signIns.recordSignIn, { door, code }, by));
    if (!isNew) {
      await store.write(signIns.recordFailure, { login, door, wrong: 'code' }, by);
      throw codeRequired('otp_wrong');
    }
    wasRight();
  }
}
