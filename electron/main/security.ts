import { app, desktopCapturer, session, type WebContents } from 'electron';

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

const isOwnAddress = (url: string): boolean => url === origin || url.startsWith(`${origin}/`);

/** Chromium can capture the machine's sound only on Windows. */
const givesSystemSound = process.platform === 'win32';

/** Gives the page the sound of the machine. Chromium requires a screen capture with it, which the page drops. */
async function shareSystemSound(answer: (streams: Electron.Streams) => void): Promise<void> {
  const [video] = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize: { width: 0, height: 0 } });
  answer(video ? { video, audio: 'loopback' } : {});
}

/** Denies what the page never needs: permissions other than to listen, devices, downloads, navigation, new windows, foreign addresses. */
export function guardPages(): void {
  const pages = session.defaultSession;
  void pages.setProxy(nowhere);
  pages.setPermissionRequestHandler((contents, permission, answer, details) => {
    const { requestingUrl, isMainFrame } = details;
    const types = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const isSound = permission === 'media' && types.length > 0 && types.every((type) => type === 'audio');
    const isOwn = isMainFrame && isOwnAddress(requestingUrl) && isOwnAddress(contents.getURL());
    answer(isOwn && (isSound || (permission === 'display-capture' && givesSystemSound)));
  });
  pages.setPermissionCheckHandler((_, permission, __, { mediaType, securityOrigin, isMainFrame }) => {
    return permission === 'media' && mediaType === 'audio' && isMainFrame && isOwnAddress(securityOrigin ?? '');
  });
  if (givesSystemSound) pages.setDisplayMediaRequestHandler((_, answer) => void shareSystemSound(answer));
  pages.setDevicePermissionHandler(() => false);
  pages.on('will-download', (event) => event.preventDefault());
  pages.webRequest.onBeforeRequest(({ url }, answer) => {
    const tools = !app.isPackaged && url.startsWith('devtools:');
    answer({ cancel: !tools && !ownSchemes.includes(new URL(url).protocol) });
  });
  app.on('web-contents-created', (_, contents) => guardContents(contents));
}

/** Loopback too: WebRTC must not reach another program on this machine either. Nothing listens at port 9. */
const nowhere = { proxyRules: 'socks5://127.0.0.1:9', proxyBypassRules: '<-loopback>' };

function guardContents(contents: WebContents): void {
  // WebRTC asks neither the Content Security Policy nor the request filter: without a proxy it has no way out.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const stay = (event: Electron.Event) => event.preventDefault();
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', stay);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
