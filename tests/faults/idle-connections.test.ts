import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Sender } from '../support/live';
import { startService } from '../support/start-service';

const connections = Number(process.env.EARSHOT_IDLE_CLIENTS ?? 200);
const seconds = Number(process.env.EARSHOT_IDLE_SECONDS ?? 10);
/** A plain run shares its cores and its disk with other tests: there, only a refusal or a lost connection counts. */
const slowestMs = Number(process.env.EARSHOT_PAUSE_MS ?? 30_000);
vi.setConfig({ testTimeout: 120_000 + seconds * 2_000 });

/** Runs in a thread, so that its work does not delay the service. Nothing that the service sends is ever read. */
const clients = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, count, returns } } = require('node:worker_threads');
  const line = 'Host: 127.0.0.1:' + port + '\\r\\n';
  const headers = 'GET /api/v2/calls.json HTTP/1.1\\r\\n' + line + 'X-Slow: ';
  const body = 'POST /api/v2/sessions.json HTTP/1.1\\r\\n' + line
    + 'Content-Type: application/json\\r\\nContent-Length: 1000\\r\\n\\r\\n{';
  /** What a client sends at first, and then each second. */
  const kinds = [['', ''], [headers, ''], [headers, 'x'], [body, ''], [body, ' '], ['GET /docs HTTP/1.1\\r\\n' + line + '\\r\\n', '']];
  let connected = 0;
  function open(n, isFirst) {
    const [first, next] = kinds[n % kinds.length];
    let timer;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(first);
      if (isFirst && ++connected === count) parentPort.postMessage('open');
      if (next) timer = setInterval(() => socket.write(next), 1000);
    });
    socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      if (returns) setTimeout(() => open(n, false), 10_000);
    });
  }
  let opened = 0;
  const batch = setInterval(() => {
    for (let n = 0; n < 50 && opened < count; n++) open(opened++, true);
    if (opened === count) clearInterval(batch);
  }, 20);`;

/** Opens connections, until all were taken once, on which no request ever arrives whole, and which are not closed by their clients. */
async function occupied(port: number, { count, returns }: { count: number; returns: boolean }): Promise<void> {
  const worker = new Worker(clients, { eval: true, workerData: { port, count, returns } });
  onTestFinished(async () => void (await worker.terminate()));
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

/** The connections that the service has open at a port. */
function openAt(port: number): number {
  const own = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(own) && state === established).length;
}

async function opened() {
  const started = await startService();
  const { port } = await started.service.listen(0);
  const { user_id } = (await started.admin.get('/api/v2/sessions.json')).body.user;
  const { body } = await started.admin.post(`/api/v2/users/${user_id}/tokens.json`, { token: { name: 'Phone' } });
  return { ...started, port, authorization: `Bearer ${body.token}` };
}

test('connections without a whole request are closed by the service, also when the client never reads', async () => {
  const { port } = await opened();
  await occupied(port, { count: 60, returns: false });
  const first = openAt(port);

  await expect.poll(() => openAt(port), { timeout: 20_000, interval: 500 }).toBe(0);

  expect(first).toBeGreaterThan(50);
});

test(`beside ${connections} such connections, a tool pauses and resumes a recording each second`, async () => {
  const { port, admin, authorization } = await opened();
  const sender = await Sender.open(admin);
  const { call_id } = sender;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const mute = (n: number) =>
    new Promise<number>((resolve, reject) => {
      const path = `/api/v2/calls/${call_id}.json/muting?action=${n % 2 === 0 ? 'mute' : 'unmute'}`;
      // A new connection must get in, and one that is kept must stay.
      const options = { port, host: '127.0.0.1', path, method: 'POST', headers: { authorization } };
      const sent = request({ ...options, agent: n % 4 < 2 ? agent : false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject).end();
    });
  // The tool is at work already.
  for (const n of [0, 1]) expect(await mute(n)).toBe(200);
  await occupied(port, { count: connections, returns: true });

  const seen: { status: number | string; ms: number }[] = [];
  for (let n = 0; n < seconds; n++) {
    const began = performance.now();
    const status = await mute(n).catch((cause: NodeJS.ErrnoException) => cause.code ?? cause.message);
    seen.push({ status, ms: performance.now() - began });
    // A recording that is sent nothing for minutes is ended.
    if (n % 30 === 0) await sender.send(Buffer.alloc(1_600));
    await pause(1_000);
  }

  const times = seen.map(({ ms }) => ms).sort((a, b) => a - b);
  if (seconds > 60) {
    const at = (part: number) => `${times[Math.floor((times.length - 1) * part)]?.toFixed(0)} ms`;
    process.stdout.write(`${times.length} pauses: median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}\n`);
  }
  expect(seen.filter(({ status, ms }) => status !== 200 || ms > slowestMs)).toEqual([]);
});
