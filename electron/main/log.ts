import pino, { type DestinationStream } from 'pino';
import { type Log, loggedFields } from '../service/log';
import { LogFile } from './log-file';

type Terminal = { write(text: string): unknown };

/** Writes to the log file of the user, and to standard error. */
export function openLasting(): Log {
  const [here, lasting] = [openLog(), jsonLines(new LogFile())];
  return (entry, message) => {
    here(entry, message);
    lasting(entry, message);
  };
}

/**
 * Writes readable sentences when standard error is a terminal or `npm start` passes it on to a person, and JSON lines for a
 * file or another program.
 */
export function openLog(): Log {
  if (!process.stderr.isTTY && process.env.EARSHOT_LOG !== 'sentences')
    return jsonLines(pino.destination({ dest: 2, sync: true }));
  // Writing to a closed terminal fails, which must not prevent Earshot from closing cleanly.
  process.stderr.on('error', () => undefined);
  return sentences(process.stderr);
}

/** Writes one entry per line, with the time. Only known fields of an entry are written. */
export function jsonLines(destination: DestinationStream): Log {
  const log = pino({ base: undefined }, destination);
  return (entry, message) => {
    const known = loggedFields.filter((name) => entry[name] !== undefined).map((name) => [name, entry[name]]);
    log.warn(Object.fromEntries(known), message);
  };
}

/** Writes what happened and why, without ids and stacks. */
export const sentences =
  (terminal: Terminal): Log =>
  ({ operation, code, reason, stack }, message) => {
    const words = [operation, code, reason].filter((word) => word !== undefined);
    const why = words.length > 0 ? words.join(', ') : stack?.split('\n')[0]?.replace(/^.*Error: /, '');
    terminal.write(`${message.charAt(0).toUpperCase()}${message.slice(1)}${why ? ` (${why})` : ''}.\n`);
  };
