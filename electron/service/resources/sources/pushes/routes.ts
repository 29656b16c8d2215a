import { randomUUID } from 'node:crypto';
import { readCall } from '@shared/contract/calls';
import { maxFileBytes, pushCall, pushFile } from '@shared/contract/pushes';
import { reason } from '@shared/reasons/reasons';
import type { SoundFormat } from '@shared/sound-formats';
import { receive } from '../../../audio/upload';
import type { Service } from '../../../context';
import { created } from '../../../http/answers';
import { KeysInUse, onceKey, onceOf } from '../../../http/idempotency';
import { paced } from '../../../http/pace';
import { Streams } from '../../../http/streams';
import { arriving, mustFit } from '../../../http/validate';
import { discardingRefused, discardingUnfinished } from '../../../jobs/discarding';
import { found, Refusal } from '../../../refusal';
import type { NewFile, ScopedCall } from '../../calls/calls';
import { selectActiveKeys } from '../../keys/encrypt-keys';
import { identifyFile, importKey, keepFile, peaksSuffix, probed } from '../imports';
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

/** What sound without a header is, by its media type. */
export const rawTypes: { [type: string]: SoundFormat } = {
  'audio/basic': 'ulaw',
  'audio/x-alaw': 'alaw',
  'audio/x-raw': 'sln',
};

/** A recording in the archive that no call has yet; `discard` removes it again. */
type StoredUpload = { file: NewFile; discard: () => Promise<void> };

/** The call that a recording is for. */
type Receiver = Pick<ScopedCall, 'tenant_id' | 'setup_time'> & Parameters<typeof importKey>[0];

/**
 * Receives a recording and stores it encrypted in the archive under this name. Refused with InvalidRecord when it cannot be played, with
 * InsufficientStorage, with KeychainUnavailable when no key can encrypt it, and by `admit`. When it throws, nothing is left.
 */
export async function storeUpload(
  service: Service,
  call: Receiver,
  pieces: AsyncIterable<Uint8Array>,
  {
    raw,
    uuid = randomUUID(),
    ...limits
  }: {
    expectedBytes: number;
    admit: (bytes: number) => void;
    raw: SoundFormat | undefined;
    uuid?: string;
  },
): Promise<StoredUpload> {
  const { store, jobs, files, archive, dataFolder } = service;
  const { tenant_id, setup_time } = call;
  const recipients = await store.get(selectActiveKeys, { tenant_id });
  if (recipients.length === 0) throw new Refusal('KeychainUnavailable', reason('no_active_key'));
  const { upload, remove } = await receive(service, pieces, { ...limits, setupMs: setup_time });
  const discard = async () => {
    await files.discard({ uuid, setupMs: setup_time });
    await files.discard({ uuid, setupMs: setup_time, suffix: peaksSuffix });
  };
  const kept = async (): Promise<StoredUpload> => {
    const origin = { upload, raw };
    const { probe, sha256 } = await jobs.run(identifyFile, { origin, dataFolder });
    const stored = await jobs.run(keepFile, { uuid, origin, probe, setup_time, archive, recipients });
    const { sha256: watermark, ...columns } = stored;
    if (watermark !== upload.sha256 || sha256 !== upload.sha256) throw new Error('An upload changed on its disk.');
    // The call decides when the file starts: after its last one.
    const times = { start_time: setup_time, stop_time: setup_time + columns.duration_ms };
    const file = {
      ...probed(probe),
      ...columns,
      ...times,
      watermark,
      import_key: importKey(call),
      original_name: null,
    };
    return { file, discard };
  };
  return discardingUnfinished(discard, kept).finally(remove);
}
