import { createPublicKey } from 'node:crypto';
import { type ChangedEncryptKey, keyLengths, type NewEncryptKey } from '@shared/contract/encrypt-keys';
import { isOneOf } from '@shared/one-of';
import { reason } from '@shared/reasons/reasons';
import type { Actor } from '../../../access/actor';
import type { Service } from '../../../context';
import { invalid, Refusal } from '../../../refusal';
import { named } from '../../../store/record';
import {
  fingerprintOf,
  newPair,
  type Pair,
  sealPrivateKey,
  wrapForApplication,
  wrapForUser,
} from '../../../vault/key-tree';
import { checkValue } from '../../../vault/keychain-state';
import type { Grant } from './grants/queries';
import { keychainUnavailable } from './opener';
import type { AddedKey, HeldKey, KeyCheck, NewKey, SealedHalf } from './queries';
import { readKeys } from './read-keys-job';

const usualBits = 3072;

/** A sealed private half, and the creator's grant in user mode. */
type Protected = SealedHalf & { key_check: KeyCheck; grant: Grant | null };
type Making = Pick<Service, 'jobs' | 'masterKey'>;

/**
 * A generated or imported key, ready to be stored. Refused with InvalidRecord by field, with PermissionError in user mode
 * for a caller without a key pair, and with KeychainUnavailable in application mode.
 */
export async function makeKey(making: Making, key_id: string, record: NewEncryptKey, actor: Actor): Promise<AddedKey> {
  const { name, protection_mode, add_type, is_active } = record;
  const { pair, bits } = add_type === 'generate' ? await generated(record) : await imported(making, record);
  const { public_key, fingerprint } = pair;
  const half = pair.private_key.length === 0 ? null : await protect(making, protection_mode, key_id, pair, actor);
  const key = {
    key_id,
    ...named(name),
    protection_mode,
    add_type,
    is_active: is_active ? (1 as const) : (0 as const),
    key_length: bits,
    fingerprint,
    public_key,
    private_key_sealed: half?.private_key_sealed ?? null,
    kek_sealed: half?.kek_sealed ?? null,
  };
  return { key, grant: half?.grant ?? null, key_check: half?.key_check ?? null };
}

/** The private half that completes a key which only encrypts. Refused like `makeKey`. */
export async function completeKey(
  making: Making,
  { key_id, public_key, fingerprint, private_key_sealed, protection_mode }: HeldKey,
  { private_key, private_key_password }: ChangedEncryptKey,
  actor: Actor,
): Promise<Protected> {
  if (private_key_sealed) throw invalid({ private_key: reason('private_key_known') });
  const given = { public_key: public_key.toString('base64'), private_key, private_key_password };
  const read = await making.jobs.run(readKeys, given);
  const pair = { public_key, fingerprint, private_key: Buffer.from(read.private_key ?? []) };
  return protect(making, protection_mode, key_id, pair, actor);
}

async function generated({
  key_length: bits = usualBits,
  ...record
}: NewEncryptKey): Promise<{ pair: Pair; bits: number }> {
  const odd = (['public_key', 'private_key', 'private_key_password'] as const).find(
    (name) => record[name] !== undefined,
  );
  if (odd) throw invalid({ [odd]: reason('key_only_import') });
  if (!isOneOf(keyLengths, bits)) {
    throw invalid({ key_length: reason('key_length_unknown', { known: keyLengths.map(String) }) });
  }
  return { pair: await newPair(bits), bits };
}

/** The private half of a key without one is empty. */
async function imported({ jobs }: Making, record: NewEncryptKey): Promise<{ pair: Pair; bits: number }> {
  const { public_key, private_key, private_key_password, key_length } = record;
  if (public_key === undefined) throw invalid({ public_key: reason('required') });
  const read = await jobs.run(readKeys, { public_key, private_key, private_key_password });
  // A record that was read has the length of its key.
  if (key_length !== undefined && key_length !== read.bits) throw invalid({ key_length: reason('key_only_generate') });
  const spki = Buffer.from(read.public_key);
  const pair = {
    public_key: spki,
    private_key: Buffer.from(read.private_key ?? []),
    fingerprint: fingerprintOf(spki),
  };
  return { pair, bits: read.bits };
}

async function protect(
  { masterKey }: Making,
  mode: NewKey['protection_mode'],
  key_id: string,
  pair: Pair,
  { user_id, private_key }: Actor,
): Promise<Protected> {
  if (mode === 'user') {
    if (!private_key) throw new Refusal('PermissionError', reason('key_pair_missing'));
    const own = createPublicKey(private_key).export({ type: 'spki', format: 'der' });
    const { wrapped, ...sealed } = sealPrivateKey(key_id, pair, (kek) => wrapForUser(own, key_id, user_id, kek));
    return { ...sealed, kek_sealed: null, grant: { key_id, user_id, kek_wrapped: wrapped }, key_check: null };
  }
  const master = await masterKey();
  const { key: masterKeyBytes } = master;
  if (!masterKeyBytes) throw keychainUnavailable(master.state);
  const { wrapped, ...sealed } = sealPrivateKey(key_id, pair, (kek) =>
    wrapForApplication(masterKeyBytes, key_id, pair.fingerprint, kek),
  );
  const key_check = checkValue(masterKeyBytes).toString('hex');
  return { ...sealed, kek_sealed: wrapped, grant: null, key_check };
}
