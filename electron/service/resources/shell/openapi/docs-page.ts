import { kept } from './kept';

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

/** A script, as it answers a request. */
export const script = (content: string | Uint8Array<ArrayBuffer>) => kept(content, 'text/javascript; charset=utf-8');

/** Starts the reference on the page. */
export const docsStart = script(start);
