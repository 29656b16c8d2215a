import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openConnection } from '../../electron/service/store/connection';
import { administratorBy, serving, withoutKeychain } from '../support/command-line';
import { administrator, basic, temporaryFolder } from '../support/start-service';

/** A plain run shows the slopes over minutes; EARSHOT_SOAK_ROUNDS=5000 takes about an hour. */
const rounds = Number(process.env.EARSHOT_SOAK_ROUNDS ?? 60);
vi.setConfig({ testTimeout: 300_000 + rounds * 5_000 });

const authorization = basic(administrator.login, administrator.password);
const sound = readFileSync(resolve('tests/data/audio/question.mp3'));

/** The increase per round between two halves of the figures, which an odd value does not change. */
function slope(figures: number[]): number {
  const half = Math.floor(figures.length / 2);
  const middle = (some: number[]) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  return (middle(figures.slice(half)) - middle(figures.slice(0, half))) / half;
}

test('a service that works for a long time needs no more memory and files, and its logs grow only by what happens', async () => {
  const folder = temporaryFolder();
  const { announced, child, stop } = await serving(folder, withoutKeychain(administratorBy(administrator.password)));
  const pid = child.pid as number;
  let said = 0;
  child.stderr?.on('data', (bytes: Buffer) => {
    said += bytes.length;
  });
  const ask = async (method: string, path: string, body?: unknown, type = 'application/json') => {
    const response = await fetch(`${announced.url}/api/v2${path}`, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: (Buffer.isBuffer(body) ? body : JSON.stringify(body)) as BodyInit }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([method, path, response.status, response.ok && ''], String(bytes).slice(0, 300)).toEqual([
      method,
      path,
      response.status,
      '',
    ]);
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(String(bytes)) : bytes;
  };
  const audited = () => {
    const db = openConnection(join(folder, 'earshot.db'));
    const { rows } = db.prepare<[], { rows: number }>('SELECT count(*) AS rows FROM audit_log').get() ?? { rows: 0 };
    db.close();
    return rows;
  };
  const round = async (n: number) => {
    const call = {
      setup_time: '2026-11-20T14:32:00Z',
      from_name: `Caller ${n}`,
      from_number: `+4420794${n}`,
      to_number: '12',
    };
    const { url } = await ask('POST', '/calls.json', { call });
    const path = String(url).replace('/api/v2', '');
    await ask('PUT', `${path}/file`, sound, 'audio/mpeg');
    await ask('GET', '/calls.json?limit=50&search_term=caller');
    await ask('GET', `${path}/audio`);
    await ask('GET', `${path}/peaks.json`);
    await ask('POST', `${path}/notes.json`, { note: { text: `Note ${n}`, position: n } });
    await ask('DELETE', path);
  };
  const figures = { memory: [] as number[], files: [] as number[], log: [] as number[], audit: [] as number[] };

  for (let n = 0; n < rounds; n++) {
    await round(n);
    const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    figures.memory.push(Number(resident) * 1024);
    figures.files.push(readdirSync(`/proc/${pid}/fd`).length);
    figures.log.push(said);
    figures.audit.push(audited());
  }
  const { size } = statSync(join(folder, 'earshot.db-wal'));
  const { code } = await stop('SIGTERM');

  const steps = figures.audit.slice(1).map((rows, n) => rows - (figures.audit[n] ?? 0));
  process.stdout.write(
    `soak: ${rounds} rounds, memory ${Math.round(slope(figures.memory))} bytes a round, files ${slope(figures.files)}, log ${said} bytes, audit ${steps[0]} rows a round\n`,
  );
  expect(code).toBe(0);
  // What the first rounds load is loaded once: a plain run is too short for a slope below its noise.
  expect(slope(figures.memory)).toBeLessThan(Math.max(16_384, (64 * 1024 * 1024) / rounds));
  // A connection more or less at the moment of counting is no slope; a file that stays open in each round is one of 1.
  expect(Math.abs(slope(figures.files))).toBeLessThan(Math.min(0.5, 10 / rounds));
  expect(said).toBe(figures.log[0]);
  expect(new Set(steps).size).toBe(1);
  expect(size).toBeLessThan(64 * 1024 * 1024);
});
