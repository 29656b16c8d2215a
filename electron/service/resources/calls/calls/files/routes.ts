import { type Peaks as Answer, downloadFile, listenToCall, readPeaks } from '@shared/contract/calls';
import { reason } from '@shared/reasons/reasons';
import type { Actor } from '../../../../access/actor';
import { decodePeaks, type Peaks } from '../../../../audio/peaks';
import { levelsOf } from '../../../../audio/talk';
import type { Service } from '../../../../context';
import { invalid, Refusal } from '../../../../refusal';
import { byEarshot } from '../../../../store/audit';
import { isTalkPending, measureOpened } from '../talk/queries';
import { audioOpener } from './audio-opener';
import { delivery, mustHaveKeyPair } from './delivery';
import { bindPeaks, type FileRow } from './queries';

export function fileRoutes({ handle, store, now, part }: Service): void {
  const [audio, sending] = [part(audioOpener), part(delivery)];

  handle(downloadFile, ({ params, query, ...asked }) =>
    sending.send({ ...asked, ...params, ...query, file_id: query.file_id, action: 'download' }),
  );

  handle(listenToCall, ({ params, query, ...asked }) =>
    sending.send({ ...asked, ...params, ...query, file_id: query.file_id, action: 'play' }),
  );

  handle(readPeaks, async ({ params, query, scope, actor }) => {
    const about = { ...params, file_id: query.file_id, scope };
    const drawings = [];
    const files = await sending.files(about, actor);
    mustHaveKeyPair(actor);
    for (const file of files) {
      drawings.push(await sending.opened(about, file, 'peaks_path', (at) => drawingOf(at, actor)));
    }
    if (query.file_id === undefined) await measure(params.call_id, files, drawings);
    return { peaks: joinPeaks(drawings) };
  });

  /** Measures the talk of a call that waited for a key. */
  async function measure(call_id: string, files: readonly FileRow[], drawings: readonly Peaks[]): Promise<void> {
    if (!(await store.get(isTalkPending, { call_id }))) return;
    const levels = Object.fromEntries(files.map(({ file_id }, at) => [file_id, levelsOf(drawings[at] as Peaks)]));
    await store.write(measureOpened, { call_id, levels }, byEarshot(now()));
  }

  /** The peaks of a file. Peaks without a tag get one after their length is found to match. */
  async function drawingOf({ peaks_path: path, peaks_tag, ...file }: FileRow, actor: Actor): Promise<Peaks> {
    const { bytes, tag } = await audio.bytes(path, actor, peaks_tag ?? undefined);
    const drawing = decodePeaks(bytes);
    if (peaks_tag !== null) return drawing;
    if (drawing.duration_ms !== file.duration_ms || drawing.channels !== file.channels) throw foreignPeaks();
    await store.write(bindPeaks, { path, tag }, byEarshot(now()));
    return drawing;
  }
}

/** The refusal of peaks that belong to another recording. */
const foreignPeaks = () => new Refusal('IntegrityError', reason('peaks_foreign'));

/** The peaks of a call's files in sequence, as the API returns them. */
function joinPeaks(drawings: Peaks[]): Answer {
  const channels = drawings[0]?.channels ?? 1;
  if (drawings.some((one) => one.channels !== channels)) {
    throw invalid({ file_id: reason('channels_differ') });
  }
  const data = Array.from({ length: channels }, (_, channel) =>
    Buffer.concat(drawings.map((one) => Buffer.from(one.data[channel] ?? []))).toString('base64'),
  );
  const duration_ms = drawings.reduce((sum, one) => sum + one.duration_ms, 0);
  return { channels, duration_ms, per_second: 50, bits: 8, data };
}
