import { createRecoveryKit } from '@shared/contract/recovery-kit';
import type { Service } from '../../context';
import { Refusal } from '../../refusal';
import { makeKit } from '../../vault/recovery-kit';
import { isoInZone } from '../../zones';
import { keychainUnavailable } from '../encrypt-keys';
import { recordKit } from './queries';

export function recoveryKitRoutes({ handle, store, masterKey, installId, now }: Service): void {
  handle(createRecoveryKit, async ({ actor, scope }) => {
    // The kit holds the master key, and with it the application keys of every tenant.
    if (scope.tenants !== 'all')
      throw new Refusal('PermissionError', 'A recovery kit is for who administers all tenants.');
    const { key, state } = await masterKey();
    if (!key) throw keychainUnavailable(state);
    const made_at = isoInZone(now(), actor.zone);
    const kit = await makeKit(key, installId, made_at);
    await store.write(recordKit, { user_id: actor.user_id, tenant_id: actor.tenant_id, check: kit.check, at: now() });
    return { recovery_kit: { made_at, ...kit } };
  });
}
