import { createHash } from 'node:crypto';
import { explodedIn, type Operation } from '@shared/contract/operation';

const style = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1.5rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); vertical-align: top; }
  code { font-family: ui-monospace, monospace; }
`;
// The page loads nothing except its style, which is allowed by its hash.
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

/** The operations as a readable page without scripts. All of its content comes from the contract. */
export function docsPage(operations: readonly Operation[], version: string): Response {
  const rows = operations
    .filter(({ door }) => door !== 'app')
    .map(({ method, path, permission, query, extension }) => {
      const exploded = query && explodedIn(query);
      const names = Object.keys(query?.shape ?? {}).map((name) => (name === exploded ? `${name} (exploded)` : name));
      const parameters = names.map((name) => `<code>${name}</code>`);
      const cells = [`<code>${method.toUpperCase()} ${path}</code>`, permission, parameters.join(', ')];
      return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}<td>${extension ? 'yes' : ''}</td></tr>`;
    });
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Earshot API</title><style>${style}</style></head><body>
<h1>Earshot API v2</h1>
<p>Version ${version}. Sign in with HTTP Basic, or with a bearer token from <code>POST /api/v2/sessions.json</code>.
Schemas of every request and answer: <a href="/api/v2/openapi.json">OpenAPI 3.1</a>.</p>
<table><thead><tr><th>Operation</th><th>Needs</th><th>Parameters</th><th>Beyond API v2</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>
</body></html>`;
  return new Response(page, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
  });
}
