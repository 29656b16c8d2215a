import { createRecoveryKit, openRecoveryKit } from '@shared/contract/recovery-kit';
import type { Service } from '../../../context';
import { newKit } from './new-kit';
import { openWithKit } from './open';

export function recoveryKitRoutes(service: Service): void {
  const { handle, authenticator } = service;

  handle(createRecoveryKit, async ({ actor, by, door, body }) => {
    await authenticator.confirm(actor, body.recovery_kit.password, door);
    return { recovery_kit: await newKit(service, { door, zone: actor.zone, by }) };
  });

  handle(openRecoveryKit, async ({ body }) => ({
    recovery_kit: await openWithKit(service, body.recovery_kit, 'window'),
  }));
}
