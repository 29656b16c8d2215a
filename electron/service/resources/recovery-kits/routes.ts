import { createRecoveryKit } from '@shared/contract/recovery-kit';
import type { Service } from '../../context';
import { makeKit } from '../../vault/recovery-kit';
import { isoInZone } from '../../zones';
import { keychainUnavailable } from '../encrypt-keys';
import { recordKit } from './queries';

export function recoveryKitRoutes({ handle, store, masterKey, installId, now }: Service): void {
  handle(createRecoveryKit, async ({ actor }) => {
    const { key, state } = await masterKey();
    if (!key) throw keychainUnavailable(state);
    const made_at = isoInZone(now(), actor.zone);
    const kit = await makeKit(key, installId, made_at);
    await store.write(recordKit, { user_id: actor.user_id, tenant_id: actor.tenant_id, check: kit.check, at: now() });
    return { recovery_kit: { made_at, ...kit } };
  });
}
