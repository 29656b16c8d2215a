import { randomUUID } from 'node:crypto';
import { encryptKeyApi, exportKey, grantKey, readCallKeys, revokeKey } from '@shared/contract/encrypt-keys';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../../context';
import { created } from '../../../http/answers';
import { addressOf, asking, bindCollection } from '../../../http/collection';
import { single } from '../../../http/single';
import { found, invalid } from '../../../refusal';
import { encryptedPem } from '../../../vault/key-text';
import { userList } from '../../people/users';
import { grant, revoke } from './grants/granting';
import { encryptKeyList } from './list.queries';
import { completeKey, makeKey } from './new-key';
import { selectCallKeys } from './of-call.queries';
import { keyOpener } from './opener';
import { changeEncryptKey, insertEncryptKey, recordExport, removeEncryptKey, selectKey } from './queries';

export function encryptKeyRoutes(service: Service): void {
  const { handle, store, authenticator, part } = service;
  const read = single(store, encryptKeyList, encryptKeyApi.read);
  const opener = part(keyOpener);

  bindCollection(service, encryptKeyApi, { list: encryptKeyList, remove: removeEncryptKey });

  handle(encryptKeyApi.create, async ({ body: { encrypt_key: record }, actor, by, ...asked }) => {
    const id = randomUUID();
    const made = await makeKey(service, id, record, actor);
    await store.write(insertEncryptKey, { ...asking({ actor, ...asked }), ...made, id, record }, by);
    return created(addressOf(encryptKeyApi.read.path, {}, id));
  });

  handle(encryptKeyApi.update, async (asked) => {
    const { params, scope, actor, versions, by } = asked;
    const { private_key, private_key_password, ...record } = asked.body.encrypt_key;
    const key = found(await store.get(selectKey, { ...params, scope }));
    const given = { private_key, private_key_password };
    const half = private_key === undefined ? null : await completeKey(service, key, given, actor);
    // The private half was sealed for the key as it was read.
    const current = versions ?? (half ? [key.version] : undefined);
    await store.write(changeEncryptKey, { ...asking(asked), record, versions: current, half }, by);
    return read(asked);
  });

  handle(grantKey, async ({ params, scope, actor, by }) => {
    found(await store.get(userList.one, { id: params.user_id, scope, zone: actor.zone }));
    await grant({ store, actor, scope, ...params, by });
    return created(addressOf(encryptKeyApi.read.path, params, params.key_id));
  });

  handle(revokeKey, async ({ params, scope, actor, by }) => {
    await revoke({ store, actor, scope, ...params, by });
    return {};
  });

  handle(exportKey, async ({ params, body: { password, passphrase }, scope, actor, door, by }) => {
    const { fingerprint, private_key_sealed } = found(await store.get(selectKey, { ...params, scope }));
    if (!private_key_sealed) throw invalid({ key_id: reason('key_encrypts_only') });
    await authenticator.confirm(actor, password, door);
    const { key } = await opener.open([fingerprint], actor);
    const private_key = await encryptedPem(key, passphrase);
    await store.write(recordExport, params, by);
    return { private_key };
  });

  handle(readCallKeys, async ({ params, scope, actor: { user_id } }) => ({
    keys: found(await store.get(selectCallKeys, { ...params, user_id, scope })),
  }));
}
