import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocs, readDocsScript, readDocsStart, readOpenApi } from '@shared/contract/openapi';
import type { Service } from '../../../context';
import { Finished, Whole } from '../../../http/answers';
import { isKnown } from '../../../http/etags';
import { described } from './described';

export function openApiRoutes({ handle, programFolder }: Service): void {
  // Built on first request, so that a start does not wait for it, and kept as the bytes that are sent.
  let description: ReturnType<typeof kept> | undefined;
  handle(readOpenApi, ({ request }) => {
    description ??= kept(Buffer.from(JSON.stringify(described())), 'application/json');
    return new Finished(description(request));
  });
  handle(readDocs, docsPage);
  handle(readDocsStart, ({ request }) => docsStart(request));
  handle(readDocsScript, async ({ request }) => {
    const answer = script(new Uint8Array(await readFile(join(programFolder, 'docs', 'reference.js'))));
    return answer(request);
  });
}

/**
 * The page may load and request only what this service serves. Styles are the exception: Scalar adds its own to the page
 * while it runs, and has no other way.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Earshot API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Everything that would send a request to another host is off. */
const options = {
  url: '/api/v2/openapi.json',
  theme: 'none',
  modelsSectionLabel: 'Schemas',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  persistAuth: false,
};
const start = `Scalar.createApiReference('#reference', {
  ...${JSON.stringify(options)},
  // Scalar would put a second slash behind the relative server of the description.
  servers: [{ url: location.origin, description: 'This service' }],
});
`;

/** The reference of the API: read, search, and try requests. It has no data of the archive. */
const docsPage = () =>
  new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy } });

/** A script, as it answers a request. */
const script = (content: string | Uint8Array<ArrayBuffer>) => kept(content, 'text/javascript; charset=utf-8');

/** Starts the reference on the page. */
const docsStart = script(start);

/** Answers with this content, or with 304 a client that has it. */
function kept(content: string | Uint8Array<ArrayBuffer>, type: string): (request: Request) => Response {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const headers = { ETag: etag, 'Cache-Control': 'no-cache', 'Content-Type': type };
  return (request) =>
    isKnown(request, etag) ? new Response(null, { status: 304, headers }) : new Whole(content, { headers });
}
