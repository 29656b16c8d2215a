import { randomUUID } from 'node:crypto';
import { CallState, RecordState } from '@shared/codes';
import type { QuarantinedRecording } from '@shared/contract/quarantine';
import { wholeSeconds } from '@shared/duration';
import { reason } from '@shared/reasons/reasons';
import type { Actor } from '../../../access/actor';
import { recipientOf } from '../../../audio/container/data-key';
import { containerOf } from '../../../audio/container/writer';
import { type Drawn, liveChunkLog2 } from '../../../audio/live/bare';
import { decodePeaks } from '../../../audio/peaks';
import { levelsOf } from '../../../audio/talk';
import type { Service } from '../../../context';
import { discardingUnfinished } from '../../../jobs/discarding';
import { localZone } from '../../../local-zone';
import { found, isRefusal, Refusal } from '../../../refusal';
import type { By } from '../../../store/audit';
import { readTime } from '../../../zones';
import { audioOpener, type NewCall, peaksOf } from '../../calls/calls';
import { selectActiveKeys, selectKeyTenant } from '../../keys/encrypt-keys';
import { isStoredPath, peaksSuffix, probed, restoredKey } from '../imports';
import { type Identified, identifyRecording } from './identify-job';
import { insertRestored, selectHolder } from './queries';

const peaksChunkLog2 = 16;

/**
 * Creates a call for a recording in quarantine, in the tenant of its encryption key, and returns the call's id. The
 * container moves back unchanged. If the archive already has the same bytes, the copy is removed and the id of their
 * call returned.
 */
export async function restore(
  service: Service,
  recording: QuarantinedRecording,
  actor: Actor,
  by: By,
): Promise<string> {
  const { store, files } = service;
  const { quarantine_id: uuid, file_path } = recording;
  const path = files.inQuarantine(file_path);
  const { tenant_id, identified, ...sealed } = await identify(service, path, actor);

  const holder = await store.get(selectHolder, { watermark: identified.sha256, tenant_id });
  if (holder && (await isWhole(service, holder.file_path, identified.sha256, actor))) {
    await files.remove(path);
    await files.remove(peaksOf(path));
    return holder.call_id;
  }

  const setup_time = setupTime(recording, identified, await localZone(service));
  const stop_time = setup_time + identified.duration_ms;
  const peaks = await keepPeaks(service, { uuid, tenant_id, ...recording }, identified.peaks);
  const call: NewCall = {
    call_id: randomUUID(),
    tenant_id,
    setup_time,
    connect_time: setup_time,
    disconnect_time: stop_time,
    duration: wholeSeconds(identified.duration_ms),
    call_state: CallState.disconnected,
    record_state: RecordState.finished,
    participants: [],
    category_ids: [],
    custom_values: [],
  };
  const file = {
    ...probed(identified.probe),
    ...sealed,
    ...peaks,
    levels: levelsOf(decodePeaks(Buffer.from(identified.peaks))),
    file_path,
    file_size: identified.size,
    watermark: identified.sha256,
    import_key: restoredKey(tenant_id),
    original_name: null,
    duration_ms: identified.duration_ms,
    start_time: setup_time,
    stop_time,
  };
  const dropPeaks = () => files.remove(peaks.peaks_path);
  await discardingUnfinished(dropPeaks, () => files.release(file_path));
  const giveBack = async () => {
    await files.setAside(file_path);
    await dropPeaks();
  };
  try {
    await store.write(insertRestored, { call, file }, by);
  } catch (cause) {
    // After any other failure than a refusal, the call may be stored. Without it, no list would show the file.
    const isStored = !isRefusal(cause) && (await store.get(isStoredPath, { path: file_path }).catch(() => true));
    if (!isStored) await giveBack();
    throw cause;
  }
  await files.remove(peaksOf(path));
  return call.call_id;
}

/**
 * Reads a recording completely, and returns its properties and header values. Refused in the same cases as playback.
 */
async function identify(service: Service, path: string, actor: Actor) {
  const { store, jobs, archive, part } = service;
  const { header, fingerprint, data_key: dataKey } = await part(audioOpener).dataKey(path, actor);
  try {
    const live = header.chunkLog2 === liveChunkLog2 ? { live: (await drawn(service, path, actor)) ?? null } : {};
    const first = found(header.stanzas[0]);
    return {
      tenant_id: found(await store.get(selectKeyTenant, { fingerprint })),
      encrypt_key: first.wrapped.toString('base64'),
      encrypt_tag: header.mac.toString('base64'),
      encrypt_fingerprint: first.fingerprint.toString('hex'),
      fingerprints: header.stanzas.map((stanza) => stanza.fingerprint.toString('hex')),
      identified: await jobs.run(identifyRecording, { archive, path, dataKey, ...live }),
    };
  } finally {
    dataKey.fill(0);
  }
}

/** The stored waveform of a recording; undefined if it is missing or damaged. */
async function drawn({ part }: Service, path: string, actor: Actor): Promise<Drawn | undefined> {
  try {
    return decodePeaks((await part(audioOpener).bytes(peaksOf(path), actor)).bytes);
  } catch (cause) {
    if (isRefusal(cause, 'IntegrityError', 'NotFound')) return undefined;
    throw cause;
  }
}

/** Whether a stored recording still has these bytes, because damage may not have been detected yet. */
async function isWhole(service: Service, path: string, sha256: string, actor: Actor): Promise<boolean> {
  try {
    return (await identify(service, path, actor)).identified.sha256 === sha256;
  } catch (cause) {
    if (isRefusal(cause, 'IntegrityError', 'NotFound')) return false;
    throw cause;
  }
}

/**
 * The time in the recording's tags, if it is on the day of the path; otherwise noon UTC, which is the same day in
 * nearly every zone.
 */
function setupTime({ date }: QuarantinedRecording, { probe }: Identified, timezone: string): number {
  const tagged = readTime(probe.tags.recorded_at ?? '', timezone)?.ms;
  const isThatDay = tagged !== undefined && new Date(tagged).toISOString().startsWith(date);
  return isThatDay ? tagged : Date.parse(`${date}T12:00:00Z`);
}

type Place = { uuid: string; tenant_id: string; date: string };

/** Stores new peaks, because the original ones may be lost. */
async function keepPeaks({ store, files }: Service, { uuid, tenant_id, date }: Place, peaks: Uint8Array) {
  const recipients = (await store.get(selectActiveKeys, { tenant_id })).map(recipientOf);
  if (recipients.length === 0) throw new Refusal('KeychainUnavailable', reason('no_active_key'));
  const container = containerOf(Buffer.from(peaks), { recipients, chunkLog2: peaksChunkLog2 });
  const side = await files.create({ uuid, suffix: peaksSuffix, setupMs: Date.parse(date) });
  try {
    await side.write(container.bytes);
    return { peaks_path: await side.commit(), peaks_tag: container.headerMac.toString('base64') };
  } catch (cause) {
    await side.abort();
    throw cause;
  }
}
