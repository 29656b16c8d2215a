import { createRecoveryKit, openRecoveryKit } from '@shared/contract/recovery-kit';
import type { Service } from '../../context';
import { Refusal } from '../../refusal';
import { makeKit } from '../../vault/recovery-kit';
import { isoInZone } from '../../zones';
import { keychainUnavailable } from '../encrypt-keys';
import { openWithKit } from './open';
import { recordKit } from './queries';

export function recoveryKitRoutes(service: Service): void {
  const { handle, store, masterKey, authenticator, installId, now } = service;

  handle(createRecoveryKit, async ({ actor, scope, door, body }) => {
    // The kit holds the master key, and with it the application keys of every tenant.
    if (scope.tenants !== 'all')
      throw new Refusal('PermissionError', 'A recovery kit is for those who administer all tenants.');
    await authenticator.confirm(actor, body.recovery_kit.password, door);
    const { key, state } = await masterKey();
    if (!key) throw keychainUnavailable(state);
    const made_at = isoInZone(now(), actor.zone);
    const kit = await authenticator.derive(door, () => makeKit(key, installId, made_at));
    await store.write(recordKit, { user_id: actor.user_id, tenant_id: actor.tenant_id, check: kit.check, at: now() });
    return { recovery_kit: { made_at, ...kit } };
  });

  handle(openRecoveryKit, async ({ body }) => ({
    recovery_kit: await openWithKit(service, body.recovery_kit, 'window'),
  }));
}
