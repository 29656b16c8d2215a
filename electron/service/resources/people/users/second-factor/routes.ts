import { confirmSecondFactor, createSecondFactor, removeSecondFactor } from '@shared/contract/second-factor';
import { reason } from '@shared/reasons/reasons';
import { mustBePerson } from '../../../../access/actor';
import type { Service } from '../../../../context';
import { found, invalid } from '../../../../refusal';
import { spend } from '../../../../secret';
import { newSecondFactor, openSecondFactor, stepOfCode } from '../../../../vault/second-factor';
import { selectPublicKey } from '../credentials.queries';
import { confirmStored, insertSecondFactor, removeFactor, selectUnconfirmed } from './queries';

export function secondFactorRoutes({ handle, store, authenticator, now }: Service): void {
  handle(createSecondFactor, async ({ actor, by }) => {
    mustBePerson(actor);
    const { user_id } = actor;
    const { secret_sealed, ...second_factor } = newSecondFactor(
      actor,
      found(await store.get(selectPublicKey, { user_id })),
    );
    await store.write(insertSecondFactor, { user_id, secret_sealed }, by);
    return { second_factor };
  });

  handle(confirmSecondFactor, async ({ actor, body, by }) => {
    mustBePerson(actor);
    const { user_id } = actor;
    const secret_sealed = await store.get(selectUnconfirmed, { user_id });
    const step = spend(openSecondFactor(found(actor.private_key), user_id, secret_sealed), (secret) =>
      stepOfCode(secret, body.second_factor.otp, now()),
    );
    if (step === undefined) throw invalid({ otp: reason('otp_wrong') });
    await store.write(confirmStored, { user_id, secret_sealed, step }, by);
    authenticator.keepSession(actor);
    return {};
  });

  handle(removeSecondFactor, async ({ actor, body, params: { user_id }, scope, door, by }) => {
    if (user_id === actor.user_id) {
      const { current_password } = body.second_factor ?? {};
      if (current_password === undefined) throw invalid({ current_password: reason('required') });
      await authenticator.confirm(actor, current_password, door, 'current_password');
    }
    const { access_level, permissions } = actor;
    await store.write(removeFactor, { user_id, scope, holder: { access_level, permissions } }, by);
    return {};
  });
}
