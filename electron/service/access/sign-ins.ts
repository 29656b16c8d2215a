import type { Change } from '../store/query';

/** The time step of a code, and the latest step that a clock which is nearly right can have accepted before. */
export type CodeSteps = { step: number; latest: number };

/** What a password opens, sealed under a new key derived from it; `replaced` is the verifier of before. */
export type Resealed = { kdf: string } & Record<'salt' | 'verifier' | 'private_key_sealed' | 'replaced', Uint8Array>;

/** What authentication stores about users. It is passed in, because only their resource writes their tables. */
export type SignIns = {
  /** Counts and audits a wrong password or code. Stores the login, never what was tried. */
  recordFailure: Change<{ login: string; door: string; wrong?: 'code' }, void>;
  /**
   * Counts a guess at a login that does not exist. Only the first, the tenth, the hundredth and so on of an hour are audited,
   * with the number of those left out. The login is not stored, because people type passwords there.
   */
  recordStranger: Change<{ door: string }, void>;
  /**
   * Notes and audits a sign-in, and clears the failures before it. `code` is that of the second factor, if there is one:
   * each is accepted once, and false means that it was.
   */
  recordSignIn: Change<{ door: string; code: CodeSteps | undefined }, boolean>;
  /** Clears the failures after a correct password that opens no session (HTTP Basic). */
  forgetFailures: Change<undefined, void>;
  /** Stores the same password with other parameters. Does nothing when it was changed meanwhile. */
  replaceSealed: Change<Resealed, void>;
  /** Notes when a token was used. Not audited: what is done with it is. */
  recordTokenUse: Change<{ token_id: string }, void>;
};
