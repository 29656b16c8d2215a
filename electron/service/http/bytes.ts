import { createHash } from 'node:crypto';
import { Streamed } from './answers';
import { isKnown } from './etags';
import { parseRange } from './range';

/** Bytes that can be read at any position and are decrypted on the way. `read` includes both ends. */
type Bytes = {
  contentType: string;
  length: number;
  read(first: number, last: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
};

/** Streams bytes, whole or as one range: 200, 206 or 416; 304 when the client has them. A range is for GET alone. */
export async function bytesResponse(
  request: Request,
  bytes: Bytes,
  { etag, disposition }: { etag: string; disposition: string },
): Promise<Response> {
  const strong = `"${createHash('sha256').update(etag).digest('base64url').slice(0, 22)}"`;
  const headers = new Headers({
    'Content-Type': bytes.contentType,
    'Content-Disposition': disposition,
    'Accept-Ranges': 'bytes',
    ETag: strong,
  });
  if (isKnown(request, strong)) {
    await bytes.close();
    return new Response(null, { status: 304, headers });
  }
  const unchanged = (request.headers.get('if-range') ?? strong) === strong;
  const asked = unchanged && request.method === 'GET' ? request.headers.get('range') : null;
  const range = parseRange(asked, bytes.length);
  if (range.kind === 'unsatisfiable') {
    await bytes.close();
    headers.set('Content-Range', `bytes */${bytes.length}`);
    return new Response(null, { status: 416, headers });
  }
  const [first, last] = range.kind === 'part' ? [range.first, range.last] : [0, bytes.length - 1];
  headers.set('Content-Length', String(last - first + 1));
  if (range.kind === 'part') headers.set('Content-Range', `bytes ${first}-${last}/${bytes.length}`);
  const status = range.kind === 'part' ? 206 : 200;
  if (request.method === 'HEAD') {
    await bytes.close();
    return new Response(null, { status, headers });
  }
  const source = { read: () => bytes.read(first, last), close: () => bytes.close() };
  return new Streamed(source, { status, headers });
}
