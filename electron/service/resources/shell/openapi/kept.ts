import { createHash } from 'node:crypto';
import { Whole } from '../../../http/answers';
import { isKnown } from '../../../http/etags';

/** Answers with this content, or with 304 a client that has it. */
export function kept(content: string | Uint8Array<ArrayBuffer>, type: string): (request: Request) => Response {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const headers = { ETag: etag, 'Cache-Control': 'no-cache', 'Content-Type': type };
  return (request) =>
    isKnown(request, etag) ? new Response(null, { status: 304, headers }) : new Whole(content, { headers });
}
