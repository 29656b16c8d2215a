import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { uuidPattern } from '@shared/uuid';

/** The second version has the token that made the URL; the first one has none. */
const [version, tokenVersion] = [1, 2];
const macBytes = 32;
const secretBytes = 32;
const idBytes = 16;

/** The content of a signed URL, besides its signature. */
export type SignedUrl = {
  call_id: string;
  /** Unix time in seconds. */
  expires: number;
  /** Names the key of the signature. */
  key_number: number;
  /** One file of the call; all of them when undefined. */
  file_id: string | undefined;
  /** The user who made it. */
  user_id: string;
  /** The access token that made it, with which it ends; undefined for a password or a session. */
  token_id: string | undefined;
  /** Opens the data keys that were stored for this URL. The database only has its hash. */
  secret: Buffer;
};

/** A new secret for a signed URL. */
export const newSecret = (): Buffer => randomBytes(secretBytes);

/** The name under which the data keys of a URL are stored. */
export const grantIdOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('hex').slice(0, 32);

/** The path and query of a signed URL for one host name, which the signature covers. */
export function signedTarget(key: Buffer, host: string, url: SignedUrl): string {
  const blob = blobOf(url);
  const sign = Buffer.concat([blob, macOf(key, host, url, blob)]).toString('base64url');
  return `/calls/file/${url.call_id}/signed?expires=${url.expires}&sign=${sign}`;
}

const target = new RegExp(`^/calls/file/(${uuidPattern})/signed\\?expires=([1-9]\\d{0,11})&sign=([\\w-]{1,512})$`);

/**
 * The parts of a signed URL, if its path and query have exactly the form that `signedTarget` makes. Nothing in it may be
 * believed until `isGenuine` has compared the signature.
 */
export function readTarget(text: string): (SignedUrl & { mac: Buffer }) | undefined {
  const [, call_id, expires, sign] = text.match(target) ?? [];
  if (call_id === undefined || expires === undefined || sign === undefined) return undefined;
  const bytes = Buffer.from(sign, 'base64url');
  // Several texts decode to the same bytes; only one of them is ours.
  if (bytes.toString('base64url') !== sign) return undefined;
  const blob = bytes.subarray(0, -macBytes);
  const fileIdBytes = blob[2] ?? 0;
  const ids = { [version]: 1, [tokenVersion]: 2 }[blob[0] ?? 0];
  if (ids === undefined || blob.length !== 3 + fileIdBytes + ids * idBytes + secretBytes) return undefined;
  const [user, token] = [0, 1].map((n) => blob.subarray(3 + fileIdBytes + n * idBytes).subarray(0, idBytes));
  return {
    call_id,
    expires: Number(expires),
    key_number: blob[1] ?? 0,
    file_id: fileIdBytes === 0 ? undefined : blob.toString('latin1', 3, 3 + fileIdBytes),
    user_id: uuidOf(user),
    token_id: ids === 2 ? uuidOf(token) : undefined,
    secret: blob.subarray(-secretBytes),
    mac: bytes.subarray(-macBytes),
  };
}

/** Whether the signature was made with `key` for exactly this URL and host name. Compares in constant time. */
export const isGenuine = (key: Buffer, host: string, { mac, ...url }: SignedUrl & { mac: Buffer }): boolean =>
  timingSafeEqual(macOf(key, host, url, blobOf(url)), mac);

function blobOf({ key_number, file_id = '', user_id, token_id, secret }: SignedUrl): Buffer {
  const file = Buffer.from(file_id, 'latin1');
  const ids = [user_id, ...(token_id === undefined ? [] : [token_id])].map(bytesOf);
  const kind = token_id === undefined ? version : tokenVersion;
  return Buffer.concat([Buffer.from([kind, key_number, file.length]), file, ...ids, secret]);
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer | undefined): string =>
  (bytes?.toString('hex') ?? '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function macOf(key: Buffer, host: string, { call_id, expires }: SignedUrl, blob: Buffer): Buffer {
  const lines = ['CRA-URL-1', 'GET', host.toLowerCase(), call_id, expires, blob.toString('base64url')];
  return createHmac('sha256', key).update(lines.join('\n')).digest();
}
