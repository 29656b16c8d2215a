import { fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import { basename } from 'node:path';
import { inRoot, root } from '../setup/place.mjs';

const agent = new Agent({ keepAlive: true });

/**
 * Sends one request: status, bytes and milliseconds until the last byte, and the text if requested. `fresh`: over a
 * connection of its own, as players and curl open one; a kept one begins with the small window of the answers before.
 */
export function ask(url, { headers = {}, text = false, fresh = false } = {}) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const request = get(url, { agent: fresh ? false : agent, headers }, (response) => {
      let bytes = 0;
      const parts = [];
      response.on('data', (piece) => {
        bytes += piece.length;
        if (text) parts.push(piece);
      });
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - begun;
        resolve({
          status: response.statusCode,
          bytes,
          ms,
          ...(text && { body: JSON.parse(Buffer.concat(parts).toString()) }),
        });
      });
    });
    request.on('error', reject);
  });
}

/**
 * Measures items alternately with their baselines: `{ name, ours, baseline }`, two functions that send one request. The
 * side that goes first changes each round.
 */
export async function interleave(items, rounds) {
  const results = items.map(({ name }) => ({ name, ours: [], baseline: [] }));
  for (let round = -2; round < rounds; round += 1) {
    for (const [place, item] of items.entries()) {
      const sides = round % 2 === 0 ? ['ours', 'baseline'] : ['baseline', 'ours'];
      for (const side of sides) {
        const answer = await item[side]();
        if (answer.status !== 200 && answer.status !== 206)
          throw new Error(`${item.name}, ${side}: status ${answer.status}`);
        // The first rounds warm up both sides and do not count.
        if (round >= 0) results[place][side].push(answer);
      }
    }
  }
  return results.map(({ name, ours, baseline }) => ({
    name,
    rounds,
    ...figures('', ours),
    ...figures('baseline_', baseline),
    ratio: median(ours.map(({ ms }) => ms)) / median(baseline.map(({ ms }) => ms)),
  }));
}

const figures = (prefix, answers) => {
  const times = answers.map(({ ms }) => ms);
  return {
    [`${prefix}ms`]: median(times),
    [`${prefix}p95_ms`]: quantile(times, 0.95),
    [`${prefix}bytes`]: answers[0].bytes,
  };
};

const connections = 16;
const turns = 4;
const turnMs = 2_500;

/** Requests per second of an item over 16 connections, alternately with its baseline: `{ name, ours, baseline }`. */
export async function measureThroughput({ name, ours, baseline }) {
  const rates = { ours: [], baseline: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [side, once] of Object.entries({ ours, baseline })) {
      const end = performance.now() + turnMs;
      let answered = 0;
      const loop = async () => {
        while (performance.now() < end) {
          const { status } = await once();
          if (status !== 200) throw new Error(`${name}, ${side}: status ${status}`);
          answered += 1;
        }
      };
      await Promise.all(Array.from({ length: connections }, loop));
      rates[side].push(answered / (turnMs / 1000));
    }
  }
  const [per_second, baseline_per_second] = [median(rates.ours), median(rates.baseline)];
  return { name, connections, per_second, baseline_per_second, ratio: per_second / baseline_per_second };
}

export const median = (values) => quantile(values, 0.5);
export const quantile = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];

/** Starts a program of the bench in a separate process. Returns its address, and `tell` to send it requests. */
export async function startProcess(program, args) {
  const child = fork(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const waiting = new Map();
  const answer = (id) => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  child.on('message', (message) => {
    const { id, value } = /** @type {{ id: number, value: unknown }} */ (message);
    waiting.get(id)?.resolve(value);
    waiting.delete(id);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${program} ended with ${code}`));
  });
  const url = await answer(0);
  let last = 0;
  const tell = (command, given) => {
    last += 1;
    child.send({ id: last, command, given });
    return answer(last);
  };
  return { url, tell, end: () => child.connected && child.disconnect() };
}

/** Bundles a TypeScript file with what it imports into one file that Node can run. Threads are those of the built program. */
export async function bundle(source) {
  const { build } = await import('vite');
  const name = basename(source).replace('.ts', '.cjs');
  const external = ['better-sqlite3', '@homebridge/dbus-native'];
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': inRoot('shared') }, conditions: ['node'] },
    ssr: { noExternal: true, external },
    build: {
      outDir: inRoot('build', 'bench'),
      emptyOutDir: false,
      ssr: source,
      target: 'node20',
      rolldownOptions: { external, output: { format: 'cjs', entryFileNames: name } },
    },
  });
  return inRoot('build', 'bench', name);
}
