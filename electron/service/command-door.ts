import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { RefusalBody } from '@shared/contract/refusals';
import { reason } from '@shared/reasons/reasons';
import { bodyOf } from './http/errors';
import { drained } from './http/listener';
import { publish } from './publish';

/** The file in the data folder that shows commands where the door is; only its owner can read it. */
export const commandsFile = 'commands.json';
/** What it has. `key`: the commands of the owner name it in `Authorization: Earshot <key>`. */
export type CommandDoor = { version: 1; socket: string; key: string; pid: number };

/** The longest path of a socket in every system is 104 bytes with its end. */
const longestPath = 100;

type Fetch = (request: Request) => Promise<Response>;

/**
 * Opens the door of commands on a socket that only the owner of the data folder can reach. `fetch` gets their requests,
 * without the key; with `Earshot-As` they have that as `Authorization`. Returns the function that closes it.
 */
export async function openCommandDoor(dataFolder: string, fetch: Fetch): Promise<() => Promise<void>> {
  const key = randomBytes(32).toString('base64url');
  const { socket, leave } = placeFor(dataFolder);
  const listener = getRequestListener(
    async (request) => {
      if (!isKey(request.headers.get('authorization'), key)) return refused('AuthenticationRequired', 401);
      // TRACE, which is no request to a web-standard service.
      return request.method === 'TRACE' ? refused('NotFound', 405) : fetch(admitted(request));
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(listener);
  const path = join(dataFolder, commandsFile);
  const close = async () => {
    rmSync(path, { force: true });
    await drained(server);
    leave();
  };
  server.listen(socket);
  await once(server, 'listening');
  try {
    // Nobody else reaches it before either: its folder is the owner's alone.
    if (process.platform !== 'win32') chmodSync(socket, 0o600);
    publish(path, { version: 1, socket, key, pid: process.pid } satisfies CommandDoor);
  } catch (cause) {
    await close();
    throw cause;
  }
  return close;
}

/** In the data folder, or where its path would be too long in a folder of its own; on Windows a named pipe. */
function placeFor(dataFolder: string): { socket: string; leave: () => void } {
  if (process.platform === 'win32') {
    return { socket: `\\\\.\\pipe\\earshot-${randomBytes(16).toString('hex')}`, leave: () => {} };
  }
  const near = join(dataFolder, 'commands.sock');
  if (Buffer.byteLength(near) <= longestPath) {
    // That of a process that was killed. Nobody else has the folder now.
    rmSync(near, { force: true });
    return { socket: near, leave: () => rmSync(near, { force: true }) };
  }
  const places = [process.env.XDG_RUNTIME_DIR ?? '', tmpdir(), '/tmp'];
  const above = places.find((place) => existsSync(place) && Buffer.byteLength(join(place, farName)) <= longestPath);
  const folder = mkdtempSync(join(above ?? tmpdir(), 'earshot-'));
  return { socket: join(folder, 'commands.sock'), leave: () => rmSync(folder, { force: true, recursive: true }) };
}

/** As long as what is made in the folder of another place. */
const farName = join('earshot-XXXXXX', 'commands.sock');

const hashOf = (text: string) => createHash('sha256').update(text).digest();

const isKey = (authorization: string | null, key: string): boolean =>
  timingSafeEqual(hashOf(authorization ?? ''), hashOf(`Earshot ${key}`));

function admitted(request: Request): Request {
  const headers = new Headers(request.headers);
  const as = headers.get('earshot-as');
  headers.delete('earshot-as');
  if (as === null) headers.delete('authorization');
  else headers.set('authorization', as);
  const { url, method, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body && { body, duplex: 'half' }) } as RequestInit);
}

const refused = (error: RefusalBody['error'], status: number) =>
  Response.json(bodyOf(error, reason('command_key_wrong')), { status });
