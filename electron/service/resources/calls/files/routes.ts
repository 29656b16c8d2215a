import { type Call, downloadFile, listenToCall, readPeaks } from '@shared/contract/calls';
import { reason } from '@shared/reasons/reasons';
import { type Actor, authorOf } from '../../../access/actor';
import type { OpenContainer } from '../../../audio/container/reader';
import { joinFiles } from '../../../audio/join';
import { decodePeaks, type Peaks } from '../../../audio/peaks';
import type { Service } from '../../../context';
import { bytesResponse } from '../../../http/bytes';
import type { Asked } from '../../../http/handle';
import { Streams } from '../../../http/streams';
import { found, notFound, Refusal } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import { callList } from '../list/queries';
import { audioOpener } from './audio-opener';
import { attachment, fileNameOf } from './file-name';
import { HearingLog } from './heard';
import { foreignPeaks, joinPeaks } from './peaks';
import { bindPeaks, clearDamage, type FileRow, missing, recordDamage, selectFiles } from './queries';

type About = Asked<typeof downloadFile>;

export function fileRoutes({ handle, store, now, part }: Service): void {
  const audio = part(audioOpener);
  const hearings = new HearingLog(store, now);
  const streams = new Streams({ perPerson: 8, inAll: 32, why: reason('too_many_streams') });

  handle(downloadFile, (asked) => deliver(asked, 'download'));
  handle(listenToCall, (asked) => deliver(asked, 'play'));

  handle(readPeaks, async ({ params, query, scope, actor }) => {
    const drawings = [];
    for (const file of await filesOf(params.call_id, query.file_id, scope)) {
      drawings.push(await noting(file.peaks_path, () => drawingOf(file, actor)));
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

  async function deliver(
    { params, query, scope, actor, request }: About,
    action: 'play' | 'download',
  ): Promise<Response> {
    const call_id = params.call_id;
    const rows = await filesOf(call_id, query.file_id, scope);
    const containers = new Map<FileRow, OpenContainer>();
    const joined = joinFiles(
      rows.map((file) => ({
        ...file,
        format: file.codec === 'mp3' ? ('mp3' as const) : ('wav' as const),
        length: file.file_size,
        open: async () => watched(file, found(containers.get(file))),
      })),
    );
    const leave = streams.take(authorOf(actor).user_id);
    const close = async () => {
      leave();
      await Promise.all([...containers.values()].map((one) => one.close()));
    };
    try {
      // All files are opened before the first byte: a caller without permission, or a damaged file, must not produce a
      // 200.
      for (const file of rows) {
        containers.set(
          file,
          await noting(file.file_path, () => audio.container(file.file_path, actor, file.encrypt_tag)),
        );
      }
      const saved =
        action === 'download' && found(await store.get(callList.one, { id: call_id, scope, zone: actor.zone }));
      const extension = joined.contentType === 'audio/mpeg' ? 'mp3' : 'wav';
      const disposition = saved
        ? attachment(fileNameOf(JSON.parse(saved.json) as Call, extension, query.file_id))
        : 'inline';
      const etag = rows.map((file) => file.encrypt_tag).join();
      const response = await bytesResponse(request, { ...joined, close }, { etag, disposition });
      if (response.ok && request.method === 'GET') await hearings.note(action, call_id, actor);
      return response;
    } catch (cause) {
      await close();
      throw cause;
    }
  }

  async function filesOf(call_id: string, file_id: string | undefined, scope: About['scope']): Promise<FileRow[]> {
    const rows = found(await store.get(selectFiles, { call_id, file_id, scope }));
    if (rows.length === 0) throw notFound(reason('recording_unknown'));
    return rows;
  }

  /** A file that cannot be opened is marked and audited. The caller only learns that it is damaged. */
  async function noting<T>(path: string, open: () => Promise<T>): Promise<T> {
    try {
      return await open();
    } catch (cause) {
      throw await damageOf(path, cause);
    }
  }

  /** The same for damage that is found only while reading, when the response can only be cut off. */
  const watched = ({ file_path: path, damaged }: FileRow, { read, close, length }: OpenContainer) => ({
    close,
    async *read(first: number, last: number) {
      try {
        yield* read(first, last);
      } catch (cause) {
        throw await damageOf(path, cause);
      }
      if (damaged && first === 0 && last >= length - 1) await store.write(clearDamage, { path }, byEarshot(now()));
    },
  });

  async function damageOf(path: string, cause: unknown): Promise<unknown> {
    const lost = cause instanceof Refusal && cause.code === 'NotFound';
    if (!lost && !(cause instanceof Refusal && cause.code === 'IntegrityError')) return cause;
    await store.write(recordDamage, { path, reason: lost ? missing : cause.reason.code }, byEarshot(now()));
    return new Refusal('IntegrityError', reason('recording_damaged'));
  }
}
