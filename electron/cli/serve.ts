import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '../../package.json';
import { publishAddress } from '../main/discovery';
import { listen } from '../service/http/listener';
import { defaultPort, portsFrom } from '../service/http/port';
import { logged } from '../service/log';
import { proofKey } from '../service/proof-key';
import { isRefusal } from '../service/refusal';
import { needsSetup } from '../service/resources/site/setup';
import { watchOnly } from '../service/resources/sources/imports';
import type { RunningService } from '../service/service';
import { checkFolder } from '../service/store/folder';
import { openArchive } from './archive';
import { CommandError, usage } from './command-error';
import { type Called, folderOf, listIn, textIn } from './table';

/** Serves the API without a window, until SIGTERM or SIGINT. */
export async function serve({ values }: Called): Promise<void> {
  const ports = values.port === undefined ? portsFrom(defaultPort) : [portFrom(String(values.port))];
  const dataFolder = folderOf(values);
  const watched = listIn(values, 'watch-folder');
  const missing = watched.find((folder) => folder !== '' && !isFolder(folder));
  if (missing !== undefined) throw new CommandError(`${missing} is not a folder.`, 1);
  const asked = askedToEnd();
  const service = await openArchive(dataFolder, {
    kit: textIn(values, 'kit'),
    isServer: true,
    async beforeNew({ administrator }) {
      checkFolder(dataFolder);
      if (!administrator) throw usage(noUser);
      await checkPorts(ports);
    },
  });
  try {
    if (await needsSetup(service)) throw usage(noUser);
    await watch(service, watched);
    await serveUntil(asked, service, dataFolder, ports);
  } finally {
    await service.close();
  }
}

/** Adds folders to those that are watched. An empty name takes all away first. */
async function watch(service: RunningService, folders: readonly string[]): Promise<void> {
  const named = folders.filter((folder) => folder !== '').map((folder) => resolve(folder));
  try {
    if (named.length < folders.length) await watchOnly(service, []);
    if (named.length > 0) await watchOnly(service, named);
  } catch (cause) {
    throw isRefusal(cause) ? new CommandError(cause.message, 1) : cause;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Throws when none of these ports is free. */
async function checkPorts(ports: number[]): Promise<void> {
  const listener = await listen(async () => new Response(null, { status: 503 }), ports);
  await listener.close();
}

const noUser = 'There is no user yet: set EARSHOT_ADMIN_LOGIN and EARSHOT_ADMIN_PASSWORD_FILE, or open Earshot once.';

/**
 * Registered first, because a start may take a while, and with `on` instead of `once`, so that a further signal does
 * not kill the process while it ends.
 */
const askedToEnd = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });

async function serveUntil(
  asked: Promise<void>,
  service: RunningService,
  dataFolder: string,
  ports: number[],
): Promise<void> {
  const listener = await service.listen(...ports);
  await service.openCommandDoor().catch(logged(service.log, 'commands are refused'));
  const discovery = { port: listener.port, proof_key: service.part(proofKey) };
  const onFault = logged(service.log, 'api.json was not written or removed');
  const withdraw = publishAddress(dataFolder, discovery, onFault);
  if (ports.length > 1 && listener.port !== defaultPort)
    process.stderr.write(`Port ${defaultPort} is in use; the API listens on ${listener.port}.\n`);
  const url = `http://127.0.0.1:${listener.port}`;
  process.stdout.write(`${JSON.stringify({ url, pid: process.pid, version, keychain: await service.keychain() })}\n`);
  await asked;
  withdraw();
}

function portFrom(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw usage('--port takes a number from 0 to 65535.');
  return Number(text);
}
