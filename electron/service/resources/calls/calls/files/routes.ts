import { downloadFile, listenToCall, readPeaks } from '@shared/contract/calls';
import type { Actor } from '../../../../access/actor';
import { decodePeaks, type Peaks } from '../../../../audio/peaks';
import type { Service } from '../../../../context';
import { byEarshot } from '../../../../store/audit';
import { audioOpener } from './audio-opener';
import { delivery, mustHaveKeyPair } from './delivery';
import { foreignPeaks, joinPeaks } from './peaks';
import { bindPeaks, type FileRow } from './queries';

export function fileRoutes({ handle, store, now, part }: Service): void {
  const [audio, sending] = [part(audioOpener), part(delivery)];

  handle(downloadFile, ({ params, query, ...asked }) =>
    sending.send({ ...asked, ...params, file_id: query.file_id, action: 'download' }),
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
    return { peaks: joinPeaks(drawings) };
  });

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
