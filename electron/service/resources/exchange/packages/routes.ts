import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { calibrationApi } from '@shared/contract/calibrations';
import * as contract from '@shared/contract/packages';
import { reason } from '@shared/reasons/reasons';
import { type SoundFormat, soundFormats } from '@shared/sound-formats';
import { type Actor, mustHold } from '../../../access/actor';
import { recipientOf } from '../../../audio/container/data-key';
import { containerWriter } from '../../../audio/container/writer';
import { dayPath } from '../../../audio/file-store';
import { receive, uploadSource } from '../../../audio/upload';
import type { Service } from '../../../context';
import { created, Streamed, Whole } from '../../../http/answers';
import { attachment } from '../../../http/attachment';
import { addressOf, asking } from '../../../http/collection';
import type { Asked } from '../../../http/handle';
import { paced } from '../../../http/pace';
import { Streams } from '../../../http/streams';
import { arriving, mustFit } from '../../../http/validate';
import { discardingRefused, discardingUnfinished } from '../../../jobs/discarding';
import { invalid, isRefusal, Refusal } from '../../../refusal';
import { isoInZone } from '../../../zones';
import { delivery, discardLater, forgetDiscarded, withPeaks } from '../../calls/calls';
import { rawTypes, storeUpload } from '../../sources/imports';
import { type OpenPackage, openPackage, packageChunkLog2, packageHead, sha256Of } from './format';
import {
  auditSentResult,
  insertRound,
  keepSentRound,
  mergeResult,
  mustBeNew,
  type StoredCall,
  selectAnswered,
  selectResult,
  selectRound,
} from './queries';

type Importing = Asked<typeof contract.importPackage>;
/** A recording of a call on its way into a package. */
type Outgoing = { call_id: string; file_id: string; length: number };

/** The media type of sound at 16 kHz without a header, whose format has none of its own. */
const wideType = 'audio/x-raw;rate=16000';
const contentTypeOf = (format: SoundFormat) => (format === 'sln16' ? wideType : soundFormats[format].media_type);
const rawFormats = { ...rawTypes, [wideType]: 'sln16' } as const;

export function packageRoutes(service: Service): void {
  const { handle, store, files, now } = service;
  const uploads = new Streams({ perPerson: 2, inAll: 8, why: reason('too_many_uploads') });
  const downloads = new Streams({ perPerson: 2, inAll: 8, why: reason('too_many_exports') });
  const sound = service.part(delivery);
  const admit = (bytes: number) => mustFit(bytes, contract.maxPackageBytes);

  handle(contract.exportPackage, async ({ params, scope, actor, request, by }) => {
    const { calibration_id: id, user_id } = params;
    const round = await store.read(selectRound, { id, user_id, scope });
    mustHold(actor, 'evaluation_reports:view');
    const key = ownKey(actor);
    const { calibration, recipient } = round;
    const headers = headersOf(`${calibration.name} for ${recipient.name}`);
    if (request.method === 'HEAD') return new Response(null, { headers });
    const leave = downloads.take(actor.user_id, request);
    try {
      const { calls, recordings } = await packedCalls(round.calls, { scope, actor });
      const { tenant_id: _, ...form } = round.form;
      const terms = { ...calibration, deadline: isoOf(calibration.deadline) };
      const sent = { kind: 'calibration', ...headOf(actor, key, recipient.fingerprint), calibration: terms } as const;
      const head = packageHead({ ...sent, form, calls }, key);
      const writer = containerWriter({ recipients: [recipientOf(recipient)], chunkLog2: packageChunkLog2 });
      const plainBytes = recordings.reduce((sum, { length }) => sum + length, head.length);
      const chunkBytes = 2 ** packageChunkLog2;
      const bytes = writer.header.length + plainBytes + 16 * Math.ceil(plainBytes / chunkBytes);
      if (bytes > contract.maxPackageBytes)
        throw new Refusal('Conflict', reason('package_too_large', { most: contract.maxPackageBytes }));
      const { package_id } = sent;
      const call_ids = calls.map(({ call_id }) => call_id);
      const { fingerprint } = recipient;
      await store.write(keepSentRound, { package_id, calibration_id: id, user_id, fingerprint, call_ids }, by);
      const read = async function* () {
        yield Buffer.concat([writer.header, writer.push(head)]);
        for (const recording of recordings) {
          for await (const piece of heard(recording, { scope, actor })) {
            const sealed = writer.push(piece);
            if (sealed.length > 0) yield sealed;
          }
        }
        yield writer.finish();
      };
      return new Streamed(
        { read, close: async () => leave() },
        { headers: { ...headers, 'Content-Length': `${bytes}` } },
      );
    } catch (cause) {
      leave();
      throw cause;
    }
  });

  type Listener = Pick<Importing, 'scope' | 'actor'>;

  /** The bytes of a recording, which must be as long as it was. */
  async function* heard({ length, ...about }: Outgoing, listener: Listener): AsyncGenerator<Buffer> {
    const file = await sound.wholeFile({ ...about, ...listener });
    try {
      if (file.length !== length) throw new Error('A recording changed while it was sent.');
      yield* file.read(0, length - 1);
    } finally {
      await file.close();
    }
  }

  /** Calls with the lengths and hashes of their recordings, each of which is read once before the package begins. */
  async function packedCalls(stored: readonly StoredCall[], listener: Listener) {
    const recordings: Outgoing[] = [];
    const calls = [];
    for (const { files: known, ...call } of stored) {
      const packed = [];
      for (const { format, ...file } of known) {
        const about = { call_id: call.call_id, file_id: file.file_id };
        const opened = await sound.wholeFile({ ...about, ...listener });
        await opened.close();
        const recording = { ...about, length: opened.length };
        const sha256 = await sha256Of(heard(recording, listener));
        const [start_time, stop_time] = [textOf(file.start_time), textOf(file.stop_time)];
        packed.push({
          ...file,
          start_time,
          stop_time,
          content_type: contentTypeOf(format),
          length: opened.length,
          sha256,
        });
        recordings.push(recording);
      }
      calls.push({
        ...call,
        setup_time: textOf(call.setup_time),
        connect_time: isoOf(call.connect_time),
        disconnect_time: isoOf(call.disconnect_time),
        participants: call.participants.map((one) => ({
          ...one,
          join_time: isoOf(one.join_time),
          leave_time: isoOf(one.leave_time),
        })),
        files: packed,
      });
    }
    return { calls, recordings };
  }

  handle(contract.inspectPackage, ({ scope, actor, request }) =>
    received(request, actor, async ({ manifest, signer }, bytes) => {
      const { kind, package_id, created_at, sender } = manifest;
      return {
        package: {
          kind,
          package_id,
          name:
            manifest.kind === 'calibration'
              ? manifest.calibration.name
              : await store.get(selectAnswered, { package_id: manifest.answers_to, scope }),
          created_at: isoInZone(created_at, actor.zone),
          sender_name: sender.name,
          sender_fingerprint: signer.fingerprint,
          calls: manifest.kind === 'calibration' ? manifest.calls.length : manifest.reports.length,
          bytes,
        },
      };
    }),
  );

  handle(contract.importPackage, (asked) =>
    received(asked.request, asked.actor, async (opened) => {
      const { manifest, signer } = opened;
      const { fingerprint } = signer;
      if (fingerprint !== asked.query.signer) throw invalid({ signer: reason('package_signer') });
      // The upload may have taken long.
      const { actor, scope } = await asked.again();
      const by = { ...asked.by, at: now() };
      mustHold(actor, manifest.kind === 'calibration' ? 'calls:create' : 'evaluation_reports:calibrate');
      const id =
        manifest.kind === 'calibration'
          ? await keepRound({ ...asked, actor, scope, by }, opened, manifest)
          : await store.write(mergeResult, { manifest, fingerprint, scope }, by);
      return created(addressOf(calibrationApi.read.path, {}, id));
    }),
  );

  /** Receives a package and opens it with the caller's key. Nothing is left of it. */
  async function received<T>(
    request: Request,
    actor: Actor,
    use: (opened: OpenPackage, bytes: number) => Promise<T>,
  ): Promise<T> {
    const key = ownKey(actor);
    const expectedBytes = Number(request.headers.get('content-length') ?? 0);
    admit(expectedBytes);
    const leave = uploads.take(actor.user_id, request);
    try {
      const limits = { setupMs: now(), expectedBytes, admit };
      const { upload, remove } = await receive(service, paced(arriving(request)), limits);
      try {
        const opened = await openPackage(await uploadSource(upload), key);
        return await use(opened, upload.size).finally(() => opened.close());
      } finally {
        await remove();
      }
    } finally {
      leave();
    }
  }

  /**
   * Stores the round of a package, and returns its id. The recordings are noted before they are stored, so that a crash
   * leaves none of them behind.
   */
  async function keepRound(asked: Importing, { signer, recordings }: OpenPackage, manifest: contract.PackedRound) {
    const { by } = asked;
    await store.get(mustBeNew, { package_id: manifest.package_id });
    const places = manifest.calls.map(({ files, setup_time }) => ({
      call_id: randomUUID(),
      files: files.map(() => {
        const uuid = randomUUID();
        return { uuid, path: dayPath({ setupMs: Date.parse(textOf(setup_time)), uuid, suffix: '.cra' }) };
      }),
    }));
    const paths = places.flatMap((call) => call.files.flatMap(({ path }) => withPeaks(path)));
    await store.write(discardLater, { paths }, by);
    const drop = async () => {
      for (const path of paths) await files.remove(path);
      await store.write(forgetDiscarded, { paths }, by);
    };
    const unread = [...recordings];
    const calls = await discardingUnfinished(drop, async () => {
      const stored = [];
      for (const [place, call] of manifest.calls.entries()) {
        const { call_id, files: named } = places[place] as (typeof places)[number];
        const kept = [];
        for (const [n, file] of call.files.entries()) {
          const recording = unread.shift() as (typeof unread)[number];
          kept.push(await keepRecording(asked.actor, call, file, { recording, uuid: named[n]?.uuid ?? '' }));
        }
        stored.push({ call_id, files: kept });
      }
      return stored;
    });
    const id = randomUUID();
    const round = { ...asking(asked), id, form_id: randomUUID(), manifest, signer, calls, paths };
    await discardingRefused(drop, () => store.write(insertRound, round, by));
    return id;
  }

  /** Stores a recording of a package under the keys of this archive. Refused with InvalidRecord when it cannot be played. */
  async function keepRecording(
    { tenant_id }: Actor,
    { setup_time, from_number, to_number }: contract.PackedCall,
    { length, sha256, content_type, start_time, stop_time, agent_channel }: contract.PackedFile,
    { recording, uuid }: { recording: OpenPackage['recordings'][number]; uuid: string },
  ) {
    const raw = Object.hasOwn(rawFormats, content_type)
      ? rawFormats[content_type as keyof typeof rawFormats]
      : undefined;
    const limits = { expectedBytes: length, admit, raw, uuid };
    const call = { tenant_id, setup_time, from_number, to_number };
    try {
      const { file } = await storeUpload(service, call, recording.read(), limits);
      if (file.watermark !== sha256) throw new Error('A package changed on its disk.');
      return { ...file, start_time, stop_time, agent_channel, import_key: null };
    } catch (cause) {
      if (isRefusal(cause, 'InvalidRecord')) throw invalid({ package: reason('package_sound') });
      throw cause;
    }
  }

  handle(contract.exportResult, async ({ params: { calibration_id: id }, scope, actor, request, by }) => {
    const { sender_key, origin, answers_to, reports } = await store.read(selectResult, { id, scope });
    const key = ownKey(actor);
    const { calibration_id, sender_fingerprint: fingerprint, sender_name } = origin;
    const headers = headersOf(`Result for ${sender_name}`);
    if (request.method === 'HEAD') return new Response(null, { headers });
    const sent = {
      kind: 'result',
      ...headOf(actor, key, fingerprint),
      answers_to,
      calibration: { calibration_id },
    } as const;
    const recipients = [recipientOf({ fingerprint, public_key: sender_key })];
    const writer = containerWriter({ recipients, chunkLog2: packageChunkLog2 });
    const plain = packageHead({ ...sent, reports }, key);
    await store.write(auditSentResult, { package_id: sent.package_id, calibration_id: id, fingerprint }, by);
    return new Whole(Buffer.concat([writer.header, writer.push(plain), writer.finish()]), { headers });
  });

  /** What every package of the caller begins with. */
  const headOf = ({ name }: Actor, key: KeyObject, recipient: string) => ({
    version: 1 as const,
    package_id: randomUUID(),
    created_at: textOf(now()),
    recipient,
    sender: { name, public_key: createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string },
  });
}

/** The private key of the caller. Refused with PermissionError without one. */
function ownKey({ private_key }: Actor): KeyObject {
  if (!private_key) throw new Refusal('PermissionError', reason('key_pair_missing'));
  return private_key;
}

const textOf = (ms: number): string => new Date(ms).toISOString();
const isoOf = (ms: number | null): string | null => (ms === null ? null : textOf(ms));

const headersOf = (name: string) => ({
  'Content-Type': contract.packageType,
  'Content-Disposition': attachment(`${name}.earshot-package`),
});
