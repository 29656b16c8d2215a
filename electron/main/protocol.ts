import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Preferences } from '@shared/preferences';
import { session as electronSession, protocol } from 'electron';
import type { RunningService } from '../service/service';
import { origin, pagePolicy } from './security';
import { WindowSession } from './session';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const noncePlace = '__CSP_NONCE__';
const preferencesPlace = '__PREFERENCES__';

type Options = {
  service: () => Promise<RunningService>;
  /** Those of the last user, which the page has at once. */
  preferences: () => Preferences;
  onLoaded: () => void;
};

/** Must run before the app is ready. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }]);
}

/**
 * The door app://earshot: the page's own files, and the API with the window's session. Files are found in a map that is
 * built at start, so that a request's path never reaches the file system. `onLoaded` is called once the page has the files
 * that it waits for.
 */
export function openAppDoor(pageFolder: string, { service, preferences, onLoaded }: Options): WindowSession {
  const files = filesOf(pageFolder);
  // The page is never served as a plain file, because only `pageResponse` sets the nonce and the policy.
  const page = files.get('/index.html');
  files.delete('/index.html');
  onceSent(neededBy(page), onLoaded);
  const session = new WindowSession(service);
  protocol.handle('app', (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== 'earshot') return new Response(null, { status: 404 });
    if (pathname.startsWith('/api/') || pathname === '/healthz') return session.fetch(request);
    const file = files.get(pathname);
    return file ? fileResponse(file) : pageResponse(page, pathname, preferences());
  });
  return session;
}

type PageFile = { bytes: Buffer; type: string };

function filesOf(folder: string): Map<string, PageFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const type = types[extname(entry.name)] ?? 'application/octet-stream';
      return [`/${relative(folder, path).split(sep).join('/')}`, { bytes: readFileSync(path), type }];
    }),
  );
}

/** The paths of the scripts and styles that the page waits for. */
const neededBy = (page: PageFile | undefined): string[] =>
  [...(page?.bytes.toString('utf8') ?? '').matchAll(/<(?:script|link) [^>]*(?:src|href)="([^"]+)"/g)].map(([, path]) =>
    String(path),
  );

/** Calls `then` once Chromium has all of these files, which takes some turns of the loop for each. */
function onceSent(paths: string[], then: () => void): void {
  const missing = new Set(paths.map((path) => `${origin}${path}`));
  const { webRequest } = electronSession.defaultSession;
  webRequest.onCompleted({ urls: [...missing] }, ({ url }) => {
    if (!missing.delete(url) || missing.size > 0) return;
    webRequest.onCompleted(null);
    then();
  });
}

const always = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Opener-Policy': 'same-origin' };

function fileResponse({ bytes, type }: PageFile): Response {
  return new Response(new Uint8Array(bytes), { headers: { ...always, 'Content-Type': type } });
}

/** Serves the page for every route of the window, but not for a path that looks like a file. */
function pageResponse(page: PageFile | undefined, pathname: string, preferences: Preferences): Response {
  if (!page || extname(pathname) !== '') return new Response(null, { status: 404 });
  const nonce = randomBytes(16).toString('base64');
  const text = page.bytes
    .toString('utf8')
    .replaceAll(noncePlace, nonce)
    .replace(preferencesPlace, () => inAttribute(JSON.stringify(preferences)));
  return new Response(text, {
    headers: {
      ...always,
      'Content-Type': page.type,
      'Content-Security-Policy': pagePolicy(nonce),
      'Cache-Control': 'no-store',
    },
  });
}

const inAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
