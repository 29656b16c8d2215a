import pino, { type DestinationStream } from 'pino';
import { type Log, logged } from '../service/log';

type Terminal = { write(text: string): unknown };

/** Where standard error is a terminal, a person reads it: sentences. A file or another program gets JSON lines. */
export function openLog(): Log {
  if (!process.stderr.isTTY) return jsonLines(pino.destination({ dest: 2, sync: true }));
  // A terminal that was closed takes nothing more, which must not keep Earshot from closing in order.
  process.stderr.on('error', () => undefined);
  return sentences(process.stderr);
}

/** An entry a line, with the time. What an entry has no place for is not written. */
export function jsonLines(destination: DestinationStream): Log {
  const log = pino({ base: undefined }, destination);
  return (entry, message) => {
    const known = logged.filter((name) => entry[name] !== undefined).map((name) => [name, entry[name]]);
    log.warn(Object.fromEntries(known), message);
  };
}

/** What happened and why, without ids and stacks. */
export const sentences =
  (terminal: Terminal): Log =>
  ({ operation, code, reason, stack }, message) => {
    const words = [operation, code, reason].filter((word) => word !== undefined);
    const why = words.length > 0 ? words.join(', ') : stack?.split('\n')[0]?.replace(/^.*Error: /, '');
    terminal.write(`${message.charAt(0).toUpperCase()}${message.slice(1)}${why ? ` (${why})` : ''}.\n`);
  };
