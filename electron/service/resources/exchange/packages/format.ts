import { constants, createHash, type KeyObject, sign, verify } from 'node:crypto';
import { maxManifestBytes, type PackedFile, PackedResult, PackedRound } from '@shared/contract/packages';
import { reason } from '@shared/reasons/reasons';
import { z } from 'zod';
import type { ByteSource } from '../../../audio/byte-source';
import { fingerprintOfKey, unwrapWith } from '../../../audio/container/data-key';
import { headerOf } from '../../../audio/container/header';
import { type OpenContainer, openContainer, plainSource } from '../../../audio/container/reader';
import { readJson } from '../../../http/validate';
import { invalid, isRefusal, Refusal } from '../../../refusal';
import { readPublicKey } from '../../../vault/key-text';

/** log2 of the chunks of a package. */
export const packageChunkLog2 = 16;

const magic = Buffer.from('EARPKG1\n');
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
/** Of the longest key that may sign, 8,192 bits. */
const maxSignatureBytes = 1024;

/** The start of a package: what it says, signed with the key of its sender. Audio follows. */
export function packageHead(
  manifest: z.input<typeof PackedRound> | z.input<typeof PackedResult>,
  key: KeyObject,
): Buffer {
  const json = Buffer.from(JSON.stringify(manifest));
  const signed = Buffer.concat([magic, Buffer.alloc(4), json]);
  signed.writeUInt32BE(json.length, magic.length);
  const signature = sign('sha256', signed, { ...pss, key });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(signature.length);
  return Buffer.concat([signed, length, signature]);
}

/** A package of which every byte was checked. */
export type OpenPackage = {
  manifest: PackedRound | PackedResult;
  /** Who signed it: the SHA-256 of the key in hex, and the key as SPKI in DER. */
  signer: { fingerprint: string; public_key: Buffer };
  /** The bytes of each recording, in the order of the manifest. */
  recordings: (Pick<PackedFile, 'length'> & { read(): AsyncIterable<Buffer> })[];
  close(): Promise<void>;
};

type Fault = 'package_damaged' | 'package_version' | 'package_signature' | 'package_recipient';
const refused = (why: Fault) => invalid({ package: reason(why) });

/**
 * Opens a package with the key of its recipient, and checks all of it: the container, the signature, what it says, and the
 * recordings. Takes ownership of `source`. Refused with InvalidRecord at `package` or `reports`, and with PermissionError
 * when it is for another key.
 */
export async function openPackage(source: ByteSource, key: KeyObject): Promise<OpenPackage> {
  try {
    const { chunkLog2, stanzas } = await headerOf(source);
    if (chunkLog2 !== packageChunkLog2 || stanzas.length !== 1) throw refused('package_version');
    return await checkedPackage(await openContainer(source, unwrapWith(key)), key);
  } catch (cause) {
    await source.close();
    if (isRefusal(cause, 'PermissionError')) throw new Refusal('PermissionError', reason('package_not_for_you'));
    if (!isRefusal(cause, 'IntegrityError')) throw cause;
    const isOther = cause.reason.code === 'cra_bad_magic' || cause.reason.code === 'cra_bad_version';
    throw refused(isOther ? 'package_version' : 'package_damaged');
  }
}

async function checkedPackage(container: OpenContainer, key: KeyObject): Promise<OpenPackage> {
  const plain = plainSource(container);
  let at = 0;
  /** The next bytes, unless the package ends before. */
  const take = async (length: number): Promise<Buffer> => {
    if (length > container.length - at) throw refused('package_damaged');
    at += length;
    return plain.read(at - length, length);
  };
  if (!(await take(magic.length)).equals(magic)) throw refused('package_version');
  const length = (await take(4)).readUInt32BE();
  if (length < 2 || length > maxManifestBytes) throw refused('package_damaged');
  const json = await take(length);
  const signed = await plain.read(0, at);
  const signatureBytes = (await take(2)).readUInt16BE();
  if (signatureBytes > maxSignatureBytes) throw refused('package_damaged');
  const signature = await take(signatureBytes);
  const manifest = manifestIn(json);
  const signing = keyIn(manifest.sender.public_key);
  if (!verify('sha256', signed, { ...pss, key: signing }, signature)) throw refused('package_signature');
  if (manifest.recipient !== fingerprintOfKey(key).toString('hex')) throw refused('package_recipient');
  const files = 'calls' in manifest ? manifest.calls.flatMap((call) => call.files) : [];
  const starts = files.map((_, n) => files.slice(0, n).reduce((sum, file) => sum + file.length, at));
  const recordings = files.map(({ length }, n) => {
    const start = starts[n] ?? at;
    return { length, read: () => container.read(start, start + length - 1) };
  });
  if (files.reduce((sum, file) => sum + file.length, at) !== container.length) throw refused('package_damaged');
  for (const [n, { sha256 }] of files.entries()) {
    if ((await sha256Of(recordings[n]?.read() ?? [])) !== sha256) throw refused('package_damaged');
  }
  const public_key = signing.export({ type: 'spki', format: 'der' });
  const signer = { fingerprint: fingerprintOfKey(signing).toString('hex'), public_key };
  return { manifest, signer, recordings, close: () => container.close() };
}

/** The SHA-256 of bytes that are read in pieces. Hex. */
export async function sha256Of(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

const Manifest = z.discriminatedUnion('kind', [PackedRound, PackedResult]);

/** What a package says. Refused with InvalidRecord at the answers of a result, or at `package`. */
function manifestIn(json: Buffer): PackedRound | PackedResult {
  try {
    return readJson(json, Manifest, { most: maxManifestBytes, nameOf: (path) => path.join('.') });
  } catch (cause) {
    if (!isRefusal(cause, 'InvalidRecord')) throw cause;
    const faults = Object.entries(cause.details);
    const ofAnswers = faults.filter(([place]) => /^reports\b/.test(place));
    if (ofAnswers.length > 0 && ofAnswers.length === faults.length) throw cause;
    const [place = ''] = faults.find(([name]) => !ofAnswers.some(([other]) => other === name)) ?? [];
    throw invalid({ package: place === '' ? reason('package_damaged') : reason('package_content', { place }) });
  }
}

function keyIn(text: string): KeyObject {
  try {
    return readPublicKey(text);
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    throw invalid({ package: reason('package_content', { place: 'sender.public_key' }) });
  }
}
