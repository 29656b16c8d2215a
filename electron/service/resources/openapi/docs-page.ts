import { createHash } from 'node:crypto';
import { isKnown } from '../../http/etags';

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
export const docsPage = () =>
  new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy } });

/** Starts the reference on the page. */
export const docsStart = (request: Request) => script(request, start);

/** A script, or 304 when the client has it. */
export function script(request: Request, content: string | Uint8Array<ArrayBuffer>): Response {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const headers = { ETag: etag, 'Cache-Control': 'no-cache', 'Content-Type': 'text/javascript; charset=utf-8' };
  return isKnown(request, etag) ? new Response(null, { status: 304, headers }) : new Response(content, { headers });
}
