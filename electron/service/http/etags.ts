/** The entity tags in a header (RFC 9110, section 8.8.3). */
export const tagsIn = (header: string): { tag: string; isWeak: boolean }[] =>
  [...header.matchAll(/(W\/)?"([^"]*)"/g)].map(([, weak, tag = '']) => ({ tag, isWeak: weak !== undefined }));

/** Whether the client has the content with this strong tag: If-None-Match names it, weak or not, or is `*`. */
export function isKnown({ headers }: Request, etag: string): boolean {
  const sent = headers.get('if-none-match')?.trim() ?? '';
  return sent === '*' || tagsIn(sent).some(({ tag }) => `"${tag}"` === etag);
}
