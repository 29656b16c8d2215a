import type { Door } from '../../../access/door';
import type { Service } from '../../../context';
import type { By } from '../../../store/audit';
import { checkValue } from '../../../vault/keychain-state';
import { type Kit, makeKit } from '../../../vault/recovery-kit';
import { isoInZone } from '../../../zones';
import { keychainUnavailable } from '../encrypt-keys';
import { recordKit } from './queries';

type Making = { door: Door; zone: string; by: By };

/** A new kit, which is audited. Refused with KeychainUnavailable without the master key. */
export async function newKit(service: Service, { door, zone, by }: Making): Promise<Kit & { made_at: string }> {
  const { store, masterKey, authenticator, installId, now } = service;
  const { key, state } = await masterKey();
  if (!key) throw keychainUnavailable(state);
  const made_at = isoInZone(now(), zone);
  const kit = await authenticator.derive(door, () => makeKit(key, installId, made_at));
  await store.write(recordKit, { check: kit.check, key_check: checkValue(key).toString('hex') }, by);
  return { made_at, ...kit };
}
