import pino, { type DestinationStream } from 'pino';

const masked = ['authorization', 'password', 'sign', 'private_key', 'token'].flatMap((name) => [name, `*.${name}`]);

/** JSON lines to standard error, or to a file; secrets are masked wherever they turn up. */
export function createLog(destination: DestinationStream = pino.destination({ dest: 2, sync: true })) {
  const log = pino({ base: undefined, redact: masked }, destination);
  return (entry: Record<string, unknown>, message: string): void => log.warn(entry, message);
}
