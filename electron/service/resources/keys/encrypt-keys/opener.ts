import type { KeyObject } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import type { Actor } from '../../../access/actor';
import type { Part } from '../../../context';
import { Refusal } from '../../../refusal';
import type { Store } from '../../../store/store';
import { openForApplication, openForUser } from '../../../vault/key-tree';
import type { MasterKey } from '../../../vault/keychain-state';
import { type Opener, selectOpeners } from './queries';

type KeyHolder = Pick<Actor, 'user_id' | 'private_key'>;

/** The refusal when the keychain does not provide the master key that an operation needs. */
export const keychainUnavailable = (state: MasterKey['state']) =>
  // If the state is ok and there is no key, the keychain was locked in between.
  new Refusal('KeychainUnavailable', reason(`keychain_${state === 'ok' ? 'locked' : state}`));

/**
 * Finds private keys for the fingerprints that a file is wrapped to: application keys with the master key, user keys
 * with the caller's own key pair. Opened application keys are cached until `forget`.
 */
export class KeyOpener {
  private opened = new Map<string, KeyObject>();

  constructor(
    private readonly store: Store,
    private readonly masterKey: () => Promise<MasterKey>,
  ) {}

  /**
   * A private key for one of `fingerprints`. Refused with KeychainUnavailable or PermissionError, or with
   * IntegrityError when the archive has none of the keys, since a key that files need is never deleted.
   */
  async open(fingerprints: string[], holder: KeyHolder): Promise<{ fingerprint: string; key: KeyObject }> {
    const first = await this.tryAll(fingerprints, holder);
    // The master key may have been replaced between reading the keys and asking for it.
    const { found, damaged, known, master } =
      first.damaged.length > 0 ? await this.tryAll(fingerprints, holder) : first;
    if (found) return found;
    if (damaged.length > 0) throw damaged[0];
    if (known.length === 0) {
      throw new Refusal('IntegrityError', reason('recording_key_unknown'));
    }
    if (known.some(({ kek_sealed }) => kek_sealed)) throw keychainUnavailable(master.state);
    if (known.some(({ private_key_sealed }) => private_key_sealed)) {
      throw new Refusal('PermissionError', reason('recording_key_not_granted'));
    }
    throw new Refusal('PermissionError', reason('recording_key_not_held'));
  }

  private async tryAll(fingerprints: string[], { user_id, private_key }: KeyHolder) {
    const { opened } = this;
    const known = await this.store.get(selectOpeners, { fingerprints, user_id });
    const master = await this.masterKey();
    const damaged: unknown[] = [];
    for (const opener of known) {
      try {
        const key = byApplication(opener, master, opened) ?? byGrant(opener, user_id, private_key);
        if (key) return { found: { fingerprint: opener.fingerprint, key }, known, master, damaged: [] };
      } catch (cause) {
        damaged.push(cause);
      }
    }
    return { found: undefined, known, master, damaged };
  }

  /**
   * Forgets the opened application keys, at lock and suspend. The map is replaced, so that running work cannot add to
   * it.
   */
  forget(): void {
    this.opened = new Map();
  }
}

function byApplication(opener: Opener, master: MasterKey, opened: Map<string, KeyObject>): KeyObject | undefined {
  const { fingerprint, private_key_sealed, kek_sealed } = opener;
  const before = opened.get(fingerprint);
  if (before || !private_key_sealed || !kek_sealed || !master.key) return before;
  const key = openForApplication(master.key, { ...opener, private_key_sealed }, kek_sealed);
  opened.set(fingerprint, key);
  return key;
}

function byGrant(opener: Opener, userId: string, own: KeyObject | undefined): KeyObject | undefined {
  const { private_key_sealed, kek_wrapped } = opener;
  if (!private_key_sealed || !kek_wrapped || !own) return undefined;
  return openForUser(own, userId, { ...opener, private_key_sealed }, kek_wrapped);
}

/** The key opener of this service. */
export const keyOpener: Part<KeyOpener> = ({ store, masterKey }, { onForget }) => {
  const keys = new KeyOpener(store, masterKey);
  onForget(() => keys.forget());
  return keys;
};
