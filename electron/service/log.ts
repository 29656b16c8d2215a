import { codeOf } from './error-code';
import { isRefusal } from './refusal';

/** The only fields of a log line besides its message: ids and codes, never names of people or files. */
export const loggedFields = [
  'request_id',
  'import_id',
  'recording_id',
  'operation',
  'code',
  'reason',
  'stack',
] as const;
export type LogEntry = Partial<Record<(typeof loggedFields)[number], string>>;
export type Log = (entry: LogEntry, message: string) => void;

/**
 * Describes an error for the log. Error messages quote file names, and with them phone numbers, so anything in quotes,
 * and anything like a path or a number, is removed.
 */
export function faultOf(cause: unknown): LogEntry {
  if (isRefusal(cause)) return { code: cause.code, reason: cause.reason.code };
  if (!(cause instanceof Error)) return { stack: masked(String(cause)) };
  const code = codeOf(cause);
  return { ...(code !== undefined && { code }), stack: masked(cause.stack ?? cause.message) };
}

/** Returns a function that logs an error with this message, and with the ids of what it is about. */
export const logged =
  (log: Log, message: string, ids: LogEntry = {}) =>
  (cause: unknown): void =>
    log({ ...ids, ...faultOf(cause) }, message);

const frame = /^( {4}at .*(?::\d+:\d+|<anonymous>)\)?)$/m;

/** The folders above the program, of which one may be named after its user. */
const folders = /(file:\/\/)?([A-Za-z]:)?[\\/][^()]*[\\/](?=[^\\/]+:\d+:\d+)/;

/** Masks what stands between the frames as a whole, because a file name may contain line ends. */
const masked = (stack: string): string =>
  stack
    .split(frame)
    .map((part, place) => (place % 2 === 1 ? part.replace(folders, '') : maskedText(part)))
    .join('');

const maskedText = (text: string): string =>
  text
    .replace(/['"`].*['"`]/s, '…')
    // Not every path is in quotes, and its folders may have spaces in their names.
    .replace(/\S*[\\/].*\S/s, '…')
    .replace(/\(?\+?\d[\d\s().-]{3,}\d/g, '…');
