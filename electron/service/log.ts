import { Refusal } from './refusal';

/** All that a line of the log may hold beside its message: ids and codes, never what people or files are called. */
export const logged = ['request_id', 'import_id', 'operation', 'code', 'reason', 'stack'] as const;
export type LogEntry = Partial<Record<(typeof logged)[number], string>>;
export type Log = (entry: LogEntry, message: string) => void;

/**
 * What went wrong, for the log. The messages of errors quote file names, and with them phone numbers: what is in
 * quotes, looks like a path or like a number is left out.
 */
export function faultOf(cause: unknown): LogEntry {
  if (cause instanceof Refusal) return { code: cause.code, reason: cause.reason };
  if (!(cause instanceof Error)) return { stack: masked(String(cause)) };
  const { code } = cause as NodeJS.ErrnoException;
  return { ...(typeof code === 'string' && { code }), stack: masked(cause.stack ?? cause.message) };
}

const frame = /^ {4}at .*(:\d+:\d+|<anonymous>)\)?$/;

const masked = (stack: string): string =>
  stack
    .split('\n')
    .map((line) => (frame.test(line) ? line : maskedText(line)))
    .join('\n');

const maskedText = (text: string): string =>
  text
    .replace(/['"`].*['"`]/, '…')
    .replace(/\S*[\\/]\S*/g, '…')
    .replace(/\(?\+?\d[\d\s().-]{3,}\d/g, '…');
