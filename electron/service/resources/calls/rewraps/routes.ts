import { cancelRewrap, readRewrap, startRewrap } from '@shared/contract/rewraps';
import type { Service } from '../../../context';
import { created } from '../../../http/answers';
import { addressOf } from '../../../http/collection';
import { found } from '../../../refusal';
import { isoInZone } from '../../../zones';
import { selectKey } from '../../keys/encrypt-keys';
import { selectRewrap } from './queries';
import { rewraps } from './running';

export function rewrapRoutes({ handle, store, part }: Service): void {
  const running = part(rewraps);

  handle(startRewrap, async ({ params, scope, actor, by }) => {
    const key = found(await store.get(selectKey, { ...params, scope }));
    await running.begin(key, actor, by);
    return created(addressOf(readRewrap.path, params, params.key_id));
  });

  handle(readRewrap, async ({ params, scope, actor: { zone } }) => {
    found(await store.get(selectKey, { ...params, scope }));
    const { started_at, ended_at, ...stored } = found(await store.get(selectRewrap, params));
    const at = (ms: number) => isoInZone(ms, zone);
    const rewrap = { ...stored, ...running.progress(params.key_id), started_at: at(started_at) };
    return { rewrap: { ...rewrap, ended_at: ended_at === null ? null : at(ended_at) } };
  });

  handle(cancelRewrap, async ({ params, scope }) => {
    found(await store.get(selectKey, { ...params, scope }));
    await running.cancel(params.key_id);
    return {};
  });
}
