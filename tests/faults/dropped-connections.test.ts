import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LogEntry } from '../../electron/service/log';
import { held } from '../support/held-requests';
import { basic, startService } from '../support/start-service';

vi.setConfig({ testTimeout: 240_000 });
const credentials = basic('ingrid', 'correct horse battery');
const connections = Number(process.env.EARSHOT_CLIENTS ?? 500);
const atOnce = 250;
const sessions = '/api/v2/sessions.json';
const events = '/api/v2/events';

async function opened() {
  const logged: LogEntry[] = [];
  const { service, given, admin, dataFolder } = await startService({ log: (entry) => void logged.push(entry) });
  const listener = await service.listen(0);
  onTestFinished(() => listener.close());
  const call_id = await given.recorded('repair-call-stereo-8k.wav');
  // From here on the password is cached, and no derivation delays a response.
  await admin.get('/api/v2/calls.json');
  return { listener, admin, dataFolder, audio: `/api/v2/calls/${call_id}.json/audio`, logged };
}
type Door = Awaited<ReturnType<typeof opened>>;

/** The bytes of a request with credentials. */
function asking({ listener }: Door, target: string, method = 'GET', more: string[] = []): string {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${listener.port}`, `Authorization: ${credentials}`];
  return `${[...lines, ...more].join('\r\n')}\r\n\r\n`;
}
const unfinished = (door: Door) =>
  asking(door, sessions, 'POST', ['Content-Type: application/json', 'Content-Length: 1000']);

type Leave = (socket: Socket) => void;
const atOnceGone: Leave = (socket) => void socket.destroy();
const whenAnswered: Leave = (socket) => void socket.once('data', () => socket.destroy());
const withReset: Leave = (socket) => void socket.once('data', () => socket.resetAndDestroy());
const onceRead: Leave = (socket) => void socket.resume().end();

/** The ways in which a client may disconnect: the bytes it sends, and when and how it disconnects. */
const ways: Record<string, (door: Door) => [sent: string, leave: Leave]> = {
  'before the first of 64 responses': (door) => [asking(door, '/healthz').repeat(64), atOnceGone],
  'while 63 requests wait for the first': (door) => [asking(door, '/healthz').repeat(64), whenAnswered],
  'within its headers': (door) => [asking(door, door.audio).slice(0, 40), atOnceGone],
  'before a recording is opened': (door) => [asking(door, door.audio), atOnceGone],
  'within a recording': (door) => [asking(door, door.audio), whenAnswered],
  'within a recording, with a reset': (door) => [asking(door, door.audio), withReset],
  'while recordings wait for a recording': (door) => [asking(door, door.audio).repeat(8), whenAnswered],
  'while recordings wait for a short response': (door) => [
    asking(door, '/healthz') + asking(door, door.audio).repeat(4),
    whenAnswered,
  ],
  'while recordings wait for a body': (door) => [unfinished(door) + asking(door, door.audio).repeat(2), atOnceGone],
  'after HEAD requests for recordings': (door) => [asking(door, door.audio, 'HEAD').repeat(4), whenAnswered],
  'after the range it wanted': (door) => [asking(door, door.audio, 'GET', ['Range: bytes=0-99']), onceRead],
  'within its body': (door) => [`${unfinished(door)}{"login`, atOnceGone],
  'before its body': (door) => [asking(door, '/healthz') + unfinished(door), whenAnswered],
  'before a stream of events begins': (door) => [asking(door, events), atOnceGone],
  'within a stream of events': (door) => [asking(door, events), whenAnswered],
  'within a stream of events, with a reset': (door) => [asking(door, events), withReset],
  'while streams of events wait for one': (door) => [asking(door, events).repeat(4), whenAnswered],
  'before lists are read': (door) => [asking(door, '/api/v2/calls.json').repeat(4), atOnceGone],
};

/** Sends the bytes and disconnects. Resolves when the connection is closed. */
function drop({ listener }: Door, sent: string, leave: Leave): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(listener.port, '127.0.0.1', () => {
      socket.write(sent, () => leave(socket));
      // A response that has already arrived completely causes no further data event.
      socket.once('end', () => socket.destroy());
    });
    socket.on('error', () => {}).once('close', () => resolve());
  });
}

/** The descriptors of recordings and peaks that this process has open. */
const openContainers = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`);
      return /\.(cra|peaks)$/.test(path) ? [path] : [];
    } catch {
      return [];
    }
  });

/** Whether exactly 64 requests are served at a time. */
async function takesSixtyFour({ listener, dataFolder }: Door): Promise<boolean> {
  const requests = held(64, { port: listener.port, dataFolder, authorization: credentials });
  await requests.full();
  return (await requests.end()).every((status) => status === 201);
}

/** The number of responses that the administrator can receive at once from an address. */
async function opensAtOnce({ admin }: Door, address: string): Promise<number> {
  const responses = [];
  for (let n = 0; n < 9; n++) responses.push(await admin.raw(address));
  for (const { body } of responses) await body?.cancel();
  return responses.filter(({ status }) => status === 200).length;
}

test.each(Object.entries(ways))('a client that disconnects %s leaves nothing open', async (_, way) => {
  const door = await opened();
  const [sent, leave] = way(door);

  await Promise.all(Array.from({ length: 20 }, () => drop(door, sent, leave)));

  await expect.poll(openContainers).toEqual([]);
  await expect.poll(() => opensAtOnce(door, door.audio)).toBe(8);
  await expect.poll(() => opensAtOnce(door, events)).toBe(4);
  await expect.poll(() => takesSixtyFour(door)).toBe(true);
  expect(door.logged).toEqual([]);
});

test(`${connections} clients that disconnect in all these ways leave no request, no recording and no place occupied`, async () => {
  const door = await opened();
  const all = Object.values(ways).map((way) => way(door));

  for (let gone = 0; gone < connections; gone += atOnce) {
    const batch = Array.from({ length: atOnce }, (_, n) => all[(gone + n) % all.length] as (typeof all)[number]);
    await Promise.all(batch.map(([sent, leave]) => drop(door, sent, leave)));
  }

  await expect.poll(openContainers).toEqual([]);
  await expect.poll(() => opensAtOnce(door, door.audio)).toBe(8);
  await expect.poll(() => opensAtOnce(door, events)).toBe(4);
  await expect.poll(() => takesSixtyFour(door)).toBe(true);
  expect(door.logged).toEqual([]);
});
