import { randomUUID } from 'node:crypto';
import { readCall } from '@shared/contract/calls';
import { mostFileBytes, pushCall, pushFile } from '@shared/contract/pushes';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../context';
import { created } from '../../http/answers';
import { onceOf } from '../../http/idempotency';
import { arriving } from '../../http/validate';
import { found, Refusal } from '../../refusal';
import { insertPushed, insertPushedFile, selectReceiver } from './queries';
import { storeUpload } from './store-upload';

export function pushRoutes(service: Service): void {
  const { handle, store } = service;

  handle(pushCall, async ({ body: { call }, actor: { tenant_id }, scope, request, by }) => {
    const call_id = randomUUID();
    const url = readCall.path.replace(':call_id', call_id);
    const once = onceOf(request, call);
    return created(await store.write(insertPushed, { call_id, url, tenant_id, call, scope, once }, by));
  });

  handle(pushFile, async ({ params: { call_id }, query: { file_id }, scope, request, by }) => {
    const wanted = { call_id, file_id, scope };
    const receiver = found(await store.get(selectReceiver, wanted));
    const expectedBytes = Number(request.headers.get('content-length') ?? 0);
    const admit = (bytes: number) => {
      if (bytes > mostFileBytes) {
        throw new Refusal('PayloadTooLarge', reason('body_too_large', { most: mostFileBytes }));
      }
    };
    admit(expectedBytes);
    const stored = await storeUpload(service, receiver, arriving(request), { expectedBytes, admit });
    try {
      const addressOf = pushFile.path.replace(':call_id', call_id);
      const once = onceOf(request, [file_id ?? null, stored.file.watermark]);
      const { url, isStored } = await store.write(
        insertPushedFile,
        { ...wanted, file: stored.file, addressOf, once },
        by,
      );
      if (!isStored) await stored.discard();
      return created(url);
    } catch (cause) {
      await stored.discard();
      throw cause;
    }
  });
}
