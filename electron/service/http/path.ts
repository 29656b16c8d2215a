/** Escapes that would give a path another meaning than it shows, dot segments, and a name that is only `.json`. */
const hostile = /%2f|%5c|%00|\\|\/(\.|%2e){1,2}(\/|$)|\/\.json/i;

/** Whether a path, as sent, tries to leave its place. */
export const isHostile = (path: string): boolean => hostile.test(path);

/** The path as sent, because `new URL` would resolve `..` before it is checked. */
export function pathOf(url: string): string {
  const afterHost = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.slice(afterHost).search(/[?#]/);
  return afterHost === -1 ? '/' : end === -1 ? url.slice(afterHost) : url.slice(afterHost, afterHost + end);
}
