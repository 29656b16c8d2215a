import { expect, test } from 'vitest';
import { madeUpCall } from '../../electron/cli/seed';
import { insertCalls } from '../../electron/service/resources/calls/calls';
import { ensureArchive } from '../../electron/service/resources/site/setup';
import { byEarshot } from '../../electron/service/store/audit';
import type { Caller } from '../support/caller';
import { startService, type TestService } from '../support/start-service';

const archived = Number(process.env.EARSHOT_SCALE_CALLS ?? 10_000);
const atOnce = 5_000;
const limit = 100;
const rounds = 41;

test(`among ${archived} calls, a page at nine tenths, reached by next_url, takes as long as the first page`, async () => {
  const started = await startService();
  await fill(started);
  const first = `/api/v2/calls.json?limit=${limit}`;
  const deep = await walk(started.admin, first, 0.9 * archived);

  const times = await interleaved(started.admin, [first, deep]);

  const [atStart = 0, atDepth = 0] = times.map(median);
  const noise = spread(times[0] ?? []);
  console.log(
    `first page ${atStart.toFixed(2)} ms, at ${0.9 * archived} ${atDepth.toFixed(2)} ms, noise ${noise.toFixed(2)} ms`,
  );
  expect(new URLSearchParams(deep.split('?')[1]).get('start')).toBe(String(0.9 * archived));
  expect(atDepth).toBeLessThan(2 * atStart + noise);
}, 180_000);

/** Writes the generated calls of `seed` directly through the writer. */
async function fill({ service }: TestService): Promise<void> {
  const around = { ...(await ensureArchive(service)), agents: [], category_ids: [], custom_values: [] };
  for (let done = 0; done < archived; done += atOnce) {
    const calls = Array.from({ length: atOnce }, (_, n) => madeUpCall(done + n, around));
    await service.store.write(insertCalls, { calls }, byEarshot(0));
  }
}

/** The address of the page that begins there, reached through next_url only. */
async function walk(admin: Caller, from: string, start: number): Promise<string> {
  let page = from;
  for (let seen = 0; seen < start; seen += limit) {
    const { next_url } = (await (await admin.raw(page)).json()) as { next_url: string };
    page = next_url;
  }
  return page;
}

/** The milliseconds of each address, requested in turns, so that a busy machine slows all of them equally. */
async function interleaved(admin: Caller, pages: string[]): Promise<number[][]> {
  const times = pages.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [place, page] of pages.entries()) {
      const begun = performance.now();
      const { status } = await admin
        .raw(page)
        .then(async (answer) => ({ status: answer.status, ...(await answer.json()) }));
      times[place]?.push(performance.now() - begun);
      expect(status).toBe(200);
    }
  }
  return times;
}

const sorted = (times: number[]) => [...times].sort((a, b) => a - b);
const median = (times: number[]) => sorted(times)[Math.floor(times.length / 2)] ?? 0;
/** The range that contains half of the measurements. */
const spread = (times: number[]) => {
  const inOrder = sorted(times);
  return (inOrder[Math.floor(times.length * 0.75)] ?? 0) - (inOrder[Math.floor(times.length * 0.25)] ?? 0);
};
