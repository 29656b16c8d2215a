import { type MasterKey, readMasterKey, replaceMasterKey } from '@shared/contract/master-key';
import type { Service } from '../../../context';
import { movedToMasterKey } from '../../../vault/key-tree';
import { checkValue } from '../../../vault/keychain-state';
import { isoInZone } from '../../../zones';
import { keychainUnavailable } from '../encrypt-keys';
import { moveKeks, selectKitTime, selectSealedKeks } from './queries';
import { masterSealed } from './secrets';

export function masterKeyRoutes({ handle, store, authenticator, masterKey, replaceKey, part }: Service): void {
  const secrets = part(masterSealed);

  handle(readMasterKey, ({ actor }) => read(actor.zone));

  handle(replaceMasterKey, async ({ actor, by, door, body }) => {
    await authenticator.confirm(actor, body.master_key.password, door);
    const { state } = await replaceKey(async (from, to) => {
      const before = await store.get(selectSealedKeks, undefined);
      const after = before.map(({ key_id, fingerprint, kek_sealed }) =>
        movedToMasterKey(from, to, key_id, fingerprint, kek_sealed),
      );
      const others = await Promise.all(
        secrets.map(async ({ name, select, move }) => {
          const own = await store.get(select, undefined);
          return { name, before: own, after: own.map((secret) => move(from, to, secret)) };
        }),
      );
      const [check_before, check] = [from, to].map((key) => checkValue(key).toString('hex')) as [string, string];
      await store.write(moveKeks, { check_before, check, before, after, others }, by);
    });
    if (state !== 'ok') throw keychainUnavailable(state);
    return read(actor.zone);
  });

  async function read(zone: string): Promise<{ master_key: MasterKey }> {
    const [{ state }, made] = await Promise.all([masterKey(), store.get(selectKitTime, undefined)]);
    return { master_key: { state, kit_made_at: made === null ? null : isoInZone(made, zone) } };
  }
}
