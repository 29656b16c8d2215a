/** Escapes that would let a path mean something else than it shows, dot segments, and a name that is only `.json`. */
const hostile = /%2f|%5c|%00|\\|\/(\.|%2e){1,2}(\/|$)|\/\.json/i;

/** Whether a path, as sent, tries to leave its place. */
export const isHostile = (path: string): boolean => hostile.test(path);

/** The path as sent: `new URL` would fold `..` away before it is looked at. */
export function pathOf(url: string): string {
  const afterHost = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.slice(afterHost).search(/[?#]/);
  return afterHost === -1 ? '/' : end === -1 ? url.slice(afterHost) : url.slice(afterHost, afterHost + end);
}
