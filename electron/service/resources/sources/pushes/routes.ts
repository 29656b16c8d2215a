import { randomUUID } from 'node:crypto';
import { readCall } from '@shared/contract/calls';
import { maxFileBytes, pushCall, pushFile } from '@shared/contract/pushes';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../../context';
import { created } from '../../../http/answers';
import { KeysInUse, onceKey, onceOf } from '../../../http/idempotency';
import { paced } from '../../../http/pace';
import { Streams } from '../../../http/streams';
import { arriving, mustFit } from '../../../http/validate';
import { discardingRefused } from '../../../jobs/discarding';
import { found } from '../../../refusal';
import { rawTypes, storeUpload } from '../imports';
import { insertPushed, insertPushedFile, selectReceiver } from './queries';

export function pushRoutes(service: Service): void {
  const { handle, store, now } = service;
  const uploads = new Streams({ perPerson: 4, inAll: 16, why: reason('too_many_uploads') });

  const keys = new KeysInUse();
  const admit = (bytes: number) => mustFit(bytes, maxFileBytes);

  handle(pushCall, async ({ body: { call }, actor: { tenant_id, user_id }, scope, request, by }) => {
    keys.mustBeFree(request, user_id);
    const call_id = randomUUID();
    const url = readCall.path.replace(':call_id', call_id);
    const once = onceOf(request, call);
    return created(await store.write(insertPushed, { call_id, url, tenant_id, call, scope, once }, by));
  });

  handle(pushFile, async ({ params: { call_id }, query: { file_id }, actor, scope, request, by, again }) => {
    // Refused before anything is received. A repeated request has its file already.
    const isKeyed = onceKey(request) !== undefined;
    const receiver = found(await store.get(selectReceiver, { call_id, scope, file_id: isKeyed ? undefined : file_id }));
    const expectedBytes = Number(request.headers.get('content-length') ?? 0);
    admit(expectedBytes);
    keys.mustBeFree(request, actor.user_id);
    const leave = uploads.take(actor.user_id, request);
    const release = keys.reserve(request, actor.user_id);
    try {
      const stored = await storeUpload(service, receiver, paced(arriving(request)), {
        expectedBytes,
        admit,
        raw: rawTypes[request.headers.get('content-type') ?? ''],
      });
      const keep = async () => {
        // The upload may have taken long.
        const { scope: present } = await again();
        const once = onceOf(request, [file_id ?? null, stored.file.watermark]);
        const path = pushFile.path.replace(':call_id', call_id);
        const wanted = { call_id, file_id, scope: present, file: stored.file, path, once };
        return store.write(insertPushedFile, wanted, { ...by, at: now() });
      };
      const { url, isStored } = await discardingRefused(stored.discard, keep);
      if (!isStored) await stored.discard();
      return created(url);
    } finally {
      release();
      leave();
    }
  });
}
