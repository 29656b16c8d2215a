import pino, { type DestinationStream } from 'pino';
import { type Log, logged } from '../service/log';

/** JSON lines to standard error, or to a file. What an entry has no place for is not written. */
export function createLog(destination: DestinationStream = pino.destination({ dest: 2, sync: true })): Log {
  const log = pino({ base: undefined }, destination);
  return (entry, message) => {
    const known = logged.filter((name) => entry[name] !== undefined).map((name) => [name, entry[name]]);
    log.warn(Object.fromEntries(known), message);
  };
}
