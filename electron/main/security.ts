import { app, session, type WebContents } from 'electron';

export const origin = 'app://earshot';

/** The page's Content Security Policy; the nonce is new for each load. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "child-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const ownSchemes = ['app:', 'blob:', 'data:'];

/** Denies what the page never needs: permissions, devices, downloads, navigation, new windows, foreign addresses. */
export function guardPages(): void {
  const pages = session.defaultSession;
  pages.setPermissionRequestHandler((_, __, answer) => answer(false));
  pages.setPermissionCheckHandler(() => false);
  pages.setDevicePermissionHandler(() => false);
  pages.on('will-download', (event) => event.preventDefault());
  pages.webRequest.onBeforeRequest(({ url }, answer) => {
    const tools = !app.isPackaged && url.startsWith('devtools:');
    answer({ cancel: !tools && !ownSchemes.includes(new URL(url).protocol) });
  });
  app.on('web-contents-created', (_, contents) => guardContents(contents));
}

function guardContents(contents: WebContents): void {
  const stay = (event: Electron.Event) => event.preventDefault();
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', stay);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
