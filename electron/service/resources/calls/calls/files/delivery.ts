import type { Call } from '@shared/contract/calls';
import { reason } from '@shared/reasons/reasons';
import { type SoundFormat, soundFormats } from '@shared/sound-formats';
import { type Actor, authorOf } from '../../../../access/actor';
import type { Scope } from '../../../../access/scope';
import type { OpenContainer } from '../../../../audio/container/reader';
import { type Joined, type JoinPart, joinFiles, mustBeAlike, type OpenPart } from '../../../../audio/join';
import type { Part, Service } from '../../../../context';
import { attachment } from '../../../../http/attachment';
import { bytesResponse } from '../../../../http/bytes';
import { Streams } from '../../../../http/streams';
import { found, isRefusal, notFound, Refusal } from '../../../../refusal';
import { byEarshot } from '../../../../store/audit';
import { callList } from '../list.queries';
import { AccessLog, onceInMs, type SignedAccess } from './access-log';
import { type AudioHolder, audioOpener, type Unlocked } from './audio-opener';
import { describeSamples, readSamples } from './decode-job';
import { fileNameOf } from './file-name';
import { clearDamage, type FileRow, missing, recordDamage, selectFiles } from './queries';

type About = { call_id: string; file_id: string | undefined; scope: Scope };
/** `as`: wav decodes every file. */
type Sending = About & {
  actor: Actor & AudioHolder & SignedAccess;
  request: Request;
  action: 'play' | 'download';
  as?: 'wav' | undefined;
};

/** Completes the files of a call that only the key of their listener opens. */
type Prepare = (call_id: string, holder: AudioHolder) => Promise<void>;

/** Sends the audio of calls, decrypted on the way, and notes who heard it. */
export class Delivery {
  private readonly audio: ReturnType<typeof audioOpener>;
  private readonly accessLog: AccessLog;
  private readonly streams = new Streams({ perPerson: 8, inAll: 32, why: reason('too_many_streams') });

  /** The damage that was audited last, and when: the same one gets one entry in ten minutes, not one for each Range. */
  private readonly damages = new Map<string, number>();
  private readonly preparing: Prepare[] = [];

  constructor(private readonly service: Service) {
    this.audio = service.part(audioOpener);
    this.accessLog = new AccessLog(service);
  }

  /** Calls `prepare` before the files of a call that is in the caller's scope are listed. */
  onFiles(prepare: Prepare): void {
    this.preparing.push(prepare);
  }

  /** The finished files of a call in scope, or one of them. Refused with NotFound when there are none. */
  async files(about: About, holder?: AudioHolder): Promise<FileRow[]> {
    const select = async () => found(await this.service.store.get(selectFiles, about));
    let rows = await select();
    if (holder && this.preparing.length > 0) {
      for (const prepare of this.preparing) await prepare(about.call_id, holder);
      rows = await select();
    }
    if (rows.length === 0) throw notFound(reason('recording_unknown'));
    return rows;
  }

  /**
   * The audio of a call as a response, whole or as a range. All files are opened before the first byte: a caller without
   * permission, or a damaged file, must not produce a 200.
   */
  async send({ actor, request, action, as, ...about }: Sending): Promise<Response> {
    const { call_id } = about;
    const rows = await this.files(about, actor);
    mustBeAlike(rows, as === 'wav');
    const containers = new Map<FileRow, Unlocked>();
    mustHaveKeyPair(actor);
    const leave = this.streams.take(listenerOf(actor), request);
    const close = async () => {
      leave();
      for (const { data_key } of containers.values()) data_key.fill(0);
      await Promise.all([...containers.values()].map(({ container }) => container.close()));
    };
    try {
      for (const file of rows) {
        const open = (at: FileRow) => this.audio.unlocked(at.file_path, actor, at.encrypt_tag);
        containers.set(file, await this.opened(about, file, 'file_path', open));
      }
      const parts: JoinPart[] = [];
      for (const file of rows) {
        const { container, data_key } = found(containers.get(file));
        const whole = this.watched(file, container);
        const isRead = isRendered(file, rows, { action, as });
        parts.push(isRead ? await this.rendered(file, whole, { data_key, as }) : original(file, whole));
      }
      const joined = joinFiles(parts);
      const disposition = action === 'download' ? await this.named(about, actor, parts[0]?.format ?? 'wav') : 'inline';
      const etag = rows.map((file) => file.encrypt_tag).join();
      const response = await bytesResponse(request, { ...joined, close }, { etag, disposition });
      if (response.ok && request.method === 'GET') await this.accessLog.note(action, call_id, actor);
      return response;
    } catch (cause) {
      await close();
      throw cause;
    }
  }

  /** The bytes of one file, as its download has them. The caller closes them. Refused like `send`. */
  async wholeFile({ actor, ...about }: About & { file_id: string; actor: Actor }): Promise<Joined> {
    const [file] = await this.files(about, actor);
    mustHaveKeyPair(actor);
    const { container, data_key } = await this.opened(about, found(file), 'file_path', (at) =>
      this.audio.unlocked(at.file_path, actor, at.encrypt_tag),
    );
    data_key.fill(0);
    const watched = this.watched(found(file), container);
    return { ...joinFiles([original(found(file), watched)]), close: watched.close };
  }

  /**
   * Opens a file, once more if it was moved in the meantime. One that cannot be opened is marked and audited; the caller
   * only learns that it is damaged.
   */
  async opened<T>(
    about: About,
    file: FileRow,
    part: 'file_path' | 'peaks_path',
    open: (file: FileRow) => Promise<T>,
  ): Promise<T> {
    try {
      return await open(file);
    } catch (cause) {
      const [moved] = isLost(cause) ? await this.files({ ...about, file_id: file.file_id }) : [];
      if (moved && moved[part] !== file[part]) return this.opened(about, moved, part, open);
      throw await this.damageOf(file[part], cause);
    }
  }

  /**
   * The samples of a file in its place, decoded in a thread. One that is damaged further on is sent as it is, because it can
   * be played up to there only as long as nobody has to read it whole.
   */
  private async rendered(
    file: FileRow,
    container: ReturnType<Delivery['watched']>,
    how: { data_key: Buffer; as: Sending['as'] },
  ): Promise<JoinPart> {
    const { archive, decoding } = this.service;
    const { file_path: path, encrypt_tag: tag, format } = file;
    const stored = { archive, path, tag, format, ...how };
    const damageOf = (cause: unknown) => this.damageOf(path, cause);
    async function* read(first: number, last: number) {
      for (let from = first; from <= last; ) {
        const piece = await decoding.run(readSamples, { ...stored, first: from, last }).catch(damageOf);
        if (!(piece instanceof Uint8Array)) throw piece;
        if (piece.length === 0) throw new Error('A recording ends before its length.');
        from += piece.length;
        yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      }
    }
    try {
      if (file.damaged) await readWhole(container);
      const samples = await decoding.run(describeSamples, stored);
      const open = async () => ({ read, close: container.close });
      return { ...samples, format: 'wav', data_offset: 0, data_length: samples.length, open };
    } catch (cause) {
      if (isRefusal(cause, 'IntegrityError')) return original(file, container);
      throw cause;
    }
  }

  /** A download has a name. What a signed URL opens has one too, but players may play it, which an attachment hinders. */
  private async named(about: About, { zone, signed_url }: Actor & SignedAccess, format: SoundFormat): Promise<string> {
    const { call_id: id, file_id, scope } = about;
    const saved = found(await this.service.store.get(callList.one, { id, scope, zone }));
    const name = fileNameOf(JSON.parse(saved.json) as Call, soundFormats[format].endings[0], file_id);
    return attachment(name, signed_url === undefined ? 'attachment' : 'inline');
  }

  /** Notes damage that is found only while reading, when the response can only be cut off. */
  private watched({ file_path: path, damaged }: FileRow, { read, close, length }: OpenContainer) {
    const { store, now } = this.service;
    const { damages } = this;
    const damageOf = (cause: unknown) => this.damageOf(path, cause);
    return {
      close,
      length,
      async *read(first: number, last: number) {
        try {
          yield* read(first, last);
        } catch (cause) {
          throw await damageOf(cause);
        }
        if (!damaged || first > 0 || last < length - 1) return;
        for (const place of damages.keys()) if (place.startsWith(`${path} `)) damages.delete(place);
        await store.write(clearDamage, { path }, byEarshot(now()));
      },
    };
  }

  private async damageOf(path: string, cause: unknown): Promise<unknown> {
    const { store, now } = this.service;
    if (!isRefusal(cause)) return cause;
    const lost = isLost(cause);
    if (!lost && cause.code !== 'IntegrityError') return cause;
    const damage = { path, reason: lost ? missing : cause.reason.code };
    const [place, at] = [`${path} ${damage.reason}`, this.service.elapsed()];
    for (const [old, noted] of this.damages) if (at - noted >= onceInMs) this.damages.delete(old);
    if (!this.damages.has(place)) {
      await store.write(recordDamage, damage, byEarshot(now()));
      this.damages.set(place, at);
    }
    return new Refusal('IntegrityError', reason('recording_damaged'));
  }
}

/**
 * Refuses with PermissionError a caller without a key pair, also where the service alone could open the audio. A
 * signed URL was made with one, and whoever views as a user has signed in with a password.
 */
export function mustHaveKeyPair({ private_key, viewer, signed_url }: Actor & SignedAccess): void {
  if (private_key || viewer || signed_url !== undefined) return;
  throw new Refusal('PermissionError', reason('key_pair_missing'));
}

/**
 * Whether a file is sent as samples. A download of one file has its bytes. Several files are one stream only if all are sent
 * alike.
 */
function isRendered(file: FileRow, rows: FileRow[], { action, as }: Pick<Sending, 'action' | 'as'>): boolean {
  if (as === 'wav') return true;
  if (action === 'download' && rows.length === 1) return false;
  return file.codec === 'mp3' ? rows.some((row) => row.rendered === 1) : file.rendered === 1;
}

/** Finds the damage of a file, or that it has none any more. */
async function readWhole({ read, length }: Pick<OpenContainer, 'read' | 'length'>): Promise<number> {
  let bytes = 0;
  for await (const piece of read(0, length - 1)) bytes += piece.length;
  return bytes;
}

const original = (file: FileRow, container: OpenPart): JoinPart => ({
  ...file,
  length: file.file_size,
  open: async () => container,
});

/** The user or link that a stream counts for. Listeners with a signed URL must not take the places of the user who made it. */
const listenerOf = (actor: Actor & SignedAccess): string =>
  actor.signed_url === undefined ? (authorOf(actor).user_id ?? actor.user_id) : `links of ${actor.user_id}`;

const isLost = (cause: unknown): boolean => isRefusal(cause, 'NotFound');

/** The delivery of this service. Its limits hold for every route together. */
export const delivery: Part<Delivery> = (service) => new Delivery(service);
