import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeychainState } from '@shared/ipc';
import { derive } from './sealed';

const answerTimeoutMs = 10_000;
const askAgainMs = 15_000;
const keyBytes = 32;

/** The OS keychain, handed in: keytar in the program, a Map in tests. */
export type Keychain = {
  get(account: string): Promise<string | null>;
  set(account: string, value: string): Promise<void>;
  delete(account: string): Promise<void>;
};

export type MasterKey = { state: 'ok'; key: Buffer } | { state: Exclude<KeychainState, 'ok'>; key?: undefined };

const account = (installId: string) => `master-key/v1/${installId}`;

/** Tells a wrong or lost master key from damaged data; stored beside it in the database (reference/security.md 2.2). */
export const checkValue = (key: Buffer): Buffer => derive(key, 'cra/kcv', 8);

type Options = {
  keychain: Keychain;
  installId: string;
  /** What the archive knows of its key; undefined while it has none. */
  check: () => Buffer | undefined;
  now: () => number;
};

/**
 * Finds the master key, in one of five named states (reference/security.md 2.7): asked at once, and anew a while after
 * it was locked or absent, since people mend that. Never makes a key over an archive that has a check value, never waits
 * longer than 10 s, never keeps a key anywhere but in the keychain. One question at a time: of two that both find
 * nothing, each would make a key.
 */
export function masterKeySource({ keychain, installId, check, now }: Options): () => Promise<MasterKey> {
  let finding: Promise<MasterKey> | undefined;
  const ask = () => {
    finding ??= find(keychain, installId, check())
      .catch(named)
      .finally(() => {
        finding = undefined;
      });
    return answered(finding).catch(named);
  };
  let last = { answer: ask(), at: now() };
  return async () => {
    const { state } = await last.answer;
    if ((state === 'locked' || state === 'absent') && now() - last.at > askAgainMs) last = { answer: ask(), at: now() };
    return last.answer;
  };
}

const named = (cause: unknown): MasterKey => ({ state: isLocked(cause) ? 'locked' : 'absent' });

async function find(keychain: Keychain, installId: string, check: Buffer | undefined): Promise<MasterKey> {
  await probe(keychain);
  const stored = await keychain.get(account(installId));
  if (stored === null) {
    if (check) return { state: 'missing' };
    const key = randomBytes(keyBytes);
    await keychain.set(account(installId), key.toString('base64url'));
    if ((await keychain.get(account(installId))) !== key.toString('base64url')) throw new Error(forgetful);
    return { state: 'ok', key };
  }
  const key = Buffer.from(stored, 'base64url');
  const fits = key.length === keyBytes && (!check || timingSafeEqual(checkValue(key), check));
  return fits ? { state: 'ok', key } : { state: 'mismatch' };
}

async function probe(keychain: Keychain): Promise<void> {
  const canary = `canary/${randomBytes(8).toString('hex')}`;
  await keychain.set(canary, 'sings');
  const heard = await keychain.get(canary);
  await keychain.delete(canary);
  if (heard !== 'sings') throw new Error(forgetful);
}
const forgetful = 'The keychain does not keep what it is given.';

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
