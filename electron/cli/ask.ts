import { lstatSync, readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { isAbsolute, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CommandDoor, commandsFile } from '../service/command-door';
import { codeOf } from '../service/error-code';
import { ensureArchive } from '../service/resources/site/setup';
import { openArchive, openExistingArchive } from './archive';
import { CommandError, textOf, usage } from './command-error';
import { type Called, folderOf, textIn } from './table';

/** Asks the service as a command; rejects with the explanation of a refusal. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<Response>;
type Fetch = (method: string, path: string, headers: Record<string, string>, body?: unknown) => Promise<Response>;

/** How a command opens a folder that no Earshot has open. */
type Options = { kit?: string | undefined; beforeNew?: NonNullable<Parameters<typeof openArchive>[1]>['beforeNew'] };

/**
 * Does the work of a command: through the door of the Earshot that has the folder open, otherwise on the folder itself. Without
 * `ofNew`, the archive must be there. Exit code 5 when the folder is held and there is no door.
 */
export async function withArchive<T>({ values }: Called, work: (ask: Ask) => Promise<T>, ofNew?: Options): Promise<T> {
  const dataFolder = folderOf(values);
  const as = textIn(values, 'as');
  const door = await openDoor(dataFolder);
  if (door) return work(asking(door, as === undefined ? {} : { 'earshot-as': basic(as) }));
  const service = await (ofNew ? openArchive(dataFolder, ofNew) : openExistingArchive(dataFolder));
  try {
    await ensureArchive(service);
    const fetch: Fetch = (method, path, headers, body) =>
      service.fetch(
        new Request(`http://127.0.0.1${path}`, {
          method,
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
        'command',
      );
    return await work(asking(fetch, as === undefined ? {} : { authorization: basic(as) }));
  } finally {
    await service.close();
  }
}

/** The password in the file that a variable names, without its last newline. */
export function passwordFrom(variable: 'EARSHOT_PASSWORD_FILE' | 'EARSHOT_NEW_PASSWORD_FILE'): string {
  const file = process.env[variable];
  if (!file) throw usage(`Set ${variable} to the name of a file with the password.`);
  return textOf(file).replace(/\r?\n$/, '');
}

const basic = (login: string) =>
  `Basic ${Buffer.from(`${login}:${passwordFrom('EARSHOT_PASSWORD_FILE')}`).toString('base64')}`;

const asking =
  (fetch: Fetch, headers: Record<string, string>): Ask =>
  async (method, path, body) => {
    const type = body !== undefined && { 'content-type': 'application/json' };
    const response = await fetch(method, path, { ...headers, ...type }, body);
    if (response.ok) return response;
    const { explanation, description, details = {} } = await response.json();
    const fields = Object.entries(details).map(([field, said]) => `${field}: ${said}`);
    throw new CommandError([explanation ?? description, ...fields].join('\n'), 1);
  };

/** What the service answers, as JSON. */
export async function read(ask: Ask, method: string, path: string, body?: unknown) {
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows what its operation answers
  return (await ask(method, path, body)).json() as Promise<any>;
}

/** The id of a new record, in the address that the service answers. */
export const idIn = (url: string): string => url.split('/').at(-1)?.replace('.json', '') ?? '';

/** Every record of a list, page after page. */
export async function* every<T>(ask: Ask, path: string, name: string): AsyncGenerator<T> {
  let next: string | null = path;
  while (next !== null) {
    const page = await read(ask, 'GET', next);
    yield* page[name] as T[];
    next = page.next_url;
  }
}

/** Reads a record until it is as it should be. */
export async function until<T>(readOnce: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 1.5, 500)) {
    const value = await readOnce();
    if (isDone(value)) return value;
    await pause(waitMs);
  }
}

/** A socket of a process that has ended refuses, or is gone. */
const isGone = (cause: unknown) =>
  ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTSOCK', 'EPIPE'].includes(codeOf(cause) ?? '');
const answerMs = 10_000;

/** The door of the Earshot that has the folder open; undefined if there is none. Exit code 1 if it does not answer. */
export async function openDoor(dataFolder: string): Promise<Fetch | undefined> {
  const door = doorIn(dataFolder);
  if (!door) return undefined;
  const fetch = through(door);
  const silence = pause(answerMs, undefined, { ref: false }).then(() => {
    throw new CommandError('The Earshot that has the folder open does not answer.', 1);
  });
  const answer = await Promise.race([fetch('GET', '/healthz', {}), silence]).catch((cause: unknown) => {
    // Of a process that was killed.
    if (isGone(cause)) return undefined;
    throw cause;
  });
  if (!answer?.ok) return undefined;
  return (...asked) =>
    fetch(...asked).catch((cause: unknown) => {
      throw isGone(cause) ? new CommandError(ended, 1) : cause;
    });
}

const ended = 'Earshot ended before it had answered. What it had begun, such as an import, goes on at its next start.';

/** What the file in the folder says, if only its owner could have written it. */
function doorIn(dataFolder: string): CommandDoor | undefined {
  const path = join(dataFolder, commandsFile);
  try {
    const file = lstatSync(path);
    const isOwn = !process.getuid || (file.uid === process.getuid() && (file.mode & 0o077) === 0);
    if (!file.isFile() || !isOwn) return undefined;
    const door: CommandDoor = JSON.parse(readFileSync(path, 'utf8'));
    const isDoor = door.version === 1 && isAbsolute(door.socket) && /^[\w-]{43}$/.test(door.key);
    return isDoor ? door : undefined;
  } catch {
    return undefined;
  }
}

const through =
  ({ socket, key }: CommandDoor): Fetch =>
  (method, path, headers, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const length = text === undefined ? {} : { 'content-length': Buffer.byteLength(text) };
      const request = send(
        {
          socketPath: socket,
          method,
          path,
          headers: { host: '127.0.0.1', authorization: `Earshot ${key}`, ...headers, ...length },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode: status = 500 } = response;
            // No service of Earshot answers so.
            if (status < 200 || status > 599) return reject(new CommandError(`The door answers with ${status}.`, 1));
            const content = status === 204 ? null : Buffer.concat(parts);
            resolve(
              new Response(content, { status, headers: { 'content-type': response.headers['content-type'] ?? '' } }),
            );
          });
        },
      );
      request.on('error', reject);
      request.end(text);
    });
