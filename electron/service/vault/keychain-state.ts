import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeychainState } from '@shared/ipc';
import { spend } from '../secret';
import { derive } from './sealed';

const answerTimeoutMs = 10_000;
const askAgainMs = 15_000;
const keyBytes = 32;

/** The OS keychain: keytar in the program, a Map in tests. */
export type Keychain = {
  get(account: string): Promise<string | null>;
  set(account: string, value: string): Promise<void>;
  delete(account: string): Promise<void>;
};

/**
 * The state of the keychain and the key. The key comes from the keychain, or from a recovery kit until the program
 * ends.
 */
export type MasterKey = { state: KeychainState; key?: Buffer };

export type MasterKeySource = {
  /** The current state and key; waits at most ten seconds. */
  ask(): Promise<MasterKey>;
  /**
   * Accepts the key of a recovery kit; undefined when the check value shows that it belongs to another archive. The key
   * is stored in the keychain as soon as one accepts it, and kept in memory until then.
   */
  adopt(key: Buffer): Promise<MasterKey | undefined>;
  /**
   * Replaces the key with a new one. `move` seals what the archive has with it, in one transaction that also changes the
   * check value. Both keys stay in the keychain, so that each state of the database finds its own, after a crash and from a
   * backup. Does nothing without a keychain that holds the key: the state says why.
   */
  replace(move: (from: Buffer, to: Buffer) => Promise<void>): Promise<MasterKey>;
  /** Forgets a key that the keychain holds, at lock and suspend. The next `ask` reads it from the keychain again. */
  forget(): void;
};

const account = (installId: string) => `master-key/v1/${installId}`;
/**
 * The account next to it, for a key that was replaced or is about to be used. A key that may still open something is never
 * deleted.
 */
const accountBeside = (installId: string, check: Buffer) => `master-key/replaced/${installId}/${check.toString('hex')}`;

/** A check value, stored in the database, that distinguishes a wrong or lost master key from damaged data. */
export const checkValue = (key: Buffer): Buffer => derive(key, 'cra/kcv', 8);

const fits = (key: Buffer, check: Buffer) => key.length === keyBytes && timingSafeEqual(checkValue(key), check);

type Options = {
  keychain: Keychain;
  installId: string;
  /** The check value in the archive; undefined while the archive has no master key. */
  check: () => Promise<Buffer | undefined>;
  elapsed: () => number;
};

/**
 * Finds the master key and reports one of five named states. It asks the keychain at creation, again some time after
 * the keychain was locked or absent (the user may have fixed that), and again after `forget`. It never makes a key for
 * an archive that has a check value, never waits longer than 10 s, and stores a key only in the keychain. Only one
 * question runs at a time, because two that both find nothing would each make a key.
 */
export function masterKeySource({ keychain, installId, check, elapsed }: Options): MasterKeySource {
  let finding: Promise<MasterKey> | undefined;
  let brought: Buffer | undefined;
  let replacements = 0;
  const begin = () => {
    finding ??= findCurrent();
    return answered(finding).catch(named);
  };
  const question = () => ({ answer: begin(), at: elapsed() });
  let last: ReturnType<typeof question> | undefined = question();
  const current = () => {
    last ??= question();
    return last;
  };

  /** Looks again when the key was replaced meanwhile: the answer may be the key before. */
  async function findCurrent(): Promise<MasterKey> {
    for (;;) {
      const before = replacements;
      const answer = await find().catch(named);
      if (replacements === before) {
        // Not in a `finally`, which runs later: nobody may get this answer after a replacement.
        finding = undefined;
        return answer;
      }
    }
  }

  async function find(): Promise<MasterKey> {
    await probe(keychain);
    const stored = await keychain.get(account(installId));
    const known = await check();
    if (stored !== null) {
      const key = Buffer.from(stored, 'base64url');
      if (known ? fits(key, known) : key.length === keyBytes) return { state: 'ok', key };
      key.fill(0);
    }
    const key =
      stored === null && !known ? randomBytes(keyBytes) : known && (broughtFor(known) ?? (await beside(known)));
    if (!key) return { state: stored === null ? 'missing' : 'mismatch' };
    if (stored !== null) await putBeside(stored);
    await keychain.set(account(installId), key.toString('base64url'));
    if ((await keychain.get(account(installId))) !== key.toString('base64url')) throw new Error(forgetful);
    return { state: 'ok', key };
  }

  /** The key of a kit, unless it was replaced since. */
  function broughtFor(known: Buffer): Buffer | undefined {
    return brought && fits(brought, known) ? brought : undefined;
  }

  /** The key with this check value, if the keychain has it next to another one. */
  async function beside(known: Buffer): Promise<Buffer | undefined> {
    const key = Buffer.from((await keychain.get(accountBeside(installId, known))) ?? '', 'base64url');
    return fits(key, known) ? key : undefined;
  }

  async function putBeside(text: string): Promise<void> {
    const place = accountBeside(installId, spend(Buffer.from(text, 'base64url'), checkValue));
    await keychain.set(place, text);
    if ((await keychain.get(place)) !== text) throw new Error(forgetful);
  }

  async function ask(): Promise<MasterKey> {
    const { state } = await current().answer;
    if ((state === 'locked' || state === 'absent') && elapsed() - current().at > askAgainMs) last = question();
    const answer = await current().answer;
    if (answer.key || !brought) return answer;
    const known = await check();
    const key = known && broughtFor(known);
    return key ? { ...answer, key } : answer;
  }

  async function adopt(key: Buffer): Promise<MasterKey | undefined> {
    const known = await check();
    if (!known || !fits(key, known)) return undefined;
    brought = key;
    // A question that is running may have looked too early. One that a keyring leaves open is not awaited twice.
    await current().answer;
    if (!finding) last = question();
    return ask();
  }

  async function replace(move: (from: Buffer, to: Buffer) => Promise<void>): Promise<MasterKey> {
    const { state, key } = await ask();
    if (state !== 'ok' || !key) return { state };
    const fresh = randomBytes(keyBytes);
    try {
      await answered(putBeside(fresh.toString('base64url')));
    } catch (cause) {
      return named(cause);
    }
    try {
      await move(key, fresh);
      brought = undefined;
    } finally {
      // The check value decides, also when it is unknown whether `move` took effect: the question finds the new key
      // next to the one before, and exchanges them.
      replacements += 1;
      last = question();
    }
    return ask();
  }

  function forget(): void {
    const forgotten = last;
    // Dropped, not overwritten, because running work may still use it. A key that no keychain accepted is kept, or it
    // would be lost.
    void forgotten?.answer.then(({ state }) => {
      if (state !== 'ok') return;
      brought = undefined;
      if (last === forgotten) last = undefined;
    });
  }

  return { ask, adopt, replace, forget };
}

/** Checks that a keychain stores values, without making a key; waits at most ten seconds. */
export const askKeychain = (keychain: Keychain): Promise<KeychainState> =>
  answered(probe(keychain)).then(
    () => 'ok',
    (cause) => named(cause).state,
  );

const named = (cause: unknown): MasterKey => ({ state: isLocked(cause) ? 'locked' : 'absent' });

async function probe(keychain: Keychain): Promise<void> {
  const canary = `canary/${randomBytes(8).toString('hex')}`;
  await keychain.set(canary, 'sings');
  const heard = await keychain.get(canary);
  await keychain.delete(canary);
  if (heard !== 'sings') throw new Error(forgetful);
}
const forgetful = 'The keychain does not store values.';

class NoAnswer extends Error {}

function answered<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('The keychain did not answer in 10 s.')), answerTimeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const isLocked = (cause: unknown) =>
  cause instanceof NoAnswer || (cause instanceof Error && /lock|denied|dismiss|cancel|prompt/i.test(cause.message));
