import { randomUUID } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import type { SoundFormat } from '@shared/sound-formats';
import { receive } from '../../../audio/upload';
import type { Service } from '../../../context';
import { discardingUnfinished } from '../../../jobs/discarding';
import { Refusal } from '../../../refusal';
import type { NewFile, ScopedCall } from '../../calls/calls';
import { selectActiveKeys } from '../../keys/encrypt-keys';
import { identifyFile, keepFile, peaksSuffix } from './keep-job';
import { importKey, probed } from './rules';

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
