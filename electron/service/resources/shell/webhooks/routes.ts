import { randomUUID } from 'node:crypto';
import { listDeliveries, renewSecret, retryDelivery, testWebhook, webhookApi } from '@shared/contract/webhooks';
import type { Service } from '../../../context';
import { Finished } from '../../../http/answers';
import { addressOf, asking, bindCollection } from '../../../http/collection';
import { listed } from '../../../http/paging';
import { changed, single } from '../../../http/single';
import { found } from '../../../refusal';
import { checkValue } from '../../../vault/keychain-state';
import { keychainUnavailable } from '../../keys/encrypt-keys';
import { deliveries } from './deliveries';
import { insertTest, retryDelivery as retry } from './outbox.queries';
import { changeWebhook, deliveryList, insertWebhook, removeWebhook, replaceSecret, webhookList } from './queries';
import { newSecret } from './secrets';

export function webhookRoutes(service: Service): void {
  const { handle, store, masterKey, part } = service;
  const sending = part(deliveries);
  bindCollection(service, webhookApi, { list: webhookList, remove: removeWebhook });

  const readChanged = changed(store, webhookList, webhookApi.read);
  handle(webhookApi.update, async (asked) => {
    const { versions, by } = asked;
    await store.write(changeWebhook, { ...asking(asked), record: asked.body.webhook, versions }, by);
    sending.wake();
    return readChanged(asked);
  });

  handle(webhookApi.create, async (asked) => {
    const id = randomUUID();
    const { secret, ...sealed } = await sealedSecret();
    await store.write(insertWebhook, { ...asking(asked), id, record: asked.body.webhook, secret: sealed }, asked.by);
    const url = addressOf(webhookApi.read.path, {}, id);
    return new Finished(Response.json({ url, secret }, { status: 201, headers: { Location: url } }));
  });

  handle(renewSecret, async (asked) => {
    const { secret, ...sealed } = await sealedSecret();
    await store.write(replaceSecret, { ...asking(asked), versions: undefined, secret: sealed }, asked.by);
    return { secret };
  });

  const page = listed(store, listDeliveries, deliveryList);
  handle(listDeliveries, async (asked) => {
    const { params, scope, actor } = asked;
    found(await store.get(webhookList.one, { id: params.webhook_id, scope, zone: actor.zone }));
    return page(asked);
  });

  handle(testWebhook, async ({ params: { webhook_id: id }, scope, by }) => {
    const delivery_id = randomUUID();
    await store.write(insertTest, { id, scope, delivery_id }, by);
    sending.wake();
    return { delivery_id };
  });

  const read = single(store, deliveryList, retryDelivery);
  handle(retryDelivery, async (asked) => {
    const { params, scope, by } = asked;
    const { webhook_id: id, delivery_id } = params;
    await store.write(retry, { id, scope, delivery_id }, by);
    sending.wake();
    return read(asked);
  });

  async function sealedSecret() {
    const { key, state } = await masterKey();
    if (!key) throw keychainUnavailable(state);
    return { ...newSecret(key), key_check: checkValue(key).toString('hex') };
  }
}
