import { createRecoveryKit, openRecoveryKit } from '@shared/contract/recovery-kit';
import type { Service } from '../../context';
import { checkValue } from '../../vault/keychain-state';
import { makeKit } from '../../vault/recovery-kit';
import { isoInZone } from '../../zones';
import { keychainUnavailable } from '../encrypt-keys';
import { openWithKit } from './open';
import { recordKit } from './queries';

export function recoveryKitRoutes(service: Service): void {
  const { handle, store, masterKey, authenticator, installId, now } = service;

  handle(createRecoveryKit, async ({ actor, by, door, body }) => {
    await authenticator.confirm(actor, body.recovery_kit.password, door);
    const { key, state } = await masterKey();
    if (!key) throw keychainUnavailable(state);
    const made_at = isoInZone(now(), actor.zone);
    const kit = await authenticator.derive(door, () => makeKit(key, installId, made_at));
    await store.write(recordKit, { check: kit.check, key_check: checkValue(key).toString('hex') }, by);
    return { recovery_kit: { made_at, ...kit } };
  });

  handle(openRecoveryKit, async ({ body }) => ({
    recovery_kit: await openWithKit(service, body.recovery_kit, 'window'),
  }));
}
