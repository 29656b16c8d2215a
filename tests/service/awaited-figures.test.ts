import { setMaxListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { Awaited } from '../../electron/service/resources/judgement/reports/figures/awaited';
import { superseded } from '../../electron/service/store/connection';
import { query } from '../../electron/service/store/query';

const endless = query('tests.endless', () => 0);

/** A store whose queries end only when they are stopped. */
function endlessStore() {
  const ends = new Map<string, (cause: Error) => void>();
  return {
    compute: (_: unknown, __: unknown, name: string) => new Promise<never>((_, reject) => void ends.set(name, reject)),
    stop: (name: string) => ends.get(name)?.(superseded()),
  };
}

const asking = (more: { person?: string; view?: string; signal?: AbortSignal } = {}) => ({
  person: 'ada',
  view: undefined,
  signal: new AbortController().signal,
  ...more,
});
const codeOf = (result: Promise<unknown>) => result.then(String, ({ code }) => code);

afterEach(() => void vi.useRealTimers());

test('a person waits for eight results at most, and all people together for 24', async () => {
  const awaited = new Awaited(endlessStore());
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const ask = (person: string, signal = stop.signal) =>
    codeOf(awaited.compute(endless, undefined, asking({ person, signal })));
  const waiting = ['ada', 'bo', 'cy'].flatMap((person) => Array.from({ length: 8 }, () => ask(person)));

  expect(await ask('ada')).toBe('TooManyRequests');
  expect(await ask('dora')).toBe('TooManyRequests');
  stop.abort();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'Conflict'));
  const free = new AbortController();
  const next = ask('dora', free.signal);
  free.abort();
  expect(await next).toBe('Conflict');
});

test('newer requests of a view take the place of older ones', async () => {
  const awaited = new Awaited(endlessStore());
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const ask = () => codeOf(awaited.compute(endless, undefined, asking({ view: 'preview', signal: stop.signal })));

  const all = Array.from({ length: 20 }, ask);
  stop.abort();

  expect(await Promise.all(all)).toEqual(all.map(() => 'Conflict'));
});

test('what takes longer than a minute is stopped and refused', async () => {
  vi.useFakeTimers();
  const late = codeOf(new Awaited(endlessStore()).compute(endless, undefined, asking()));

  await vi.advanceTimersByTimeAsync(60_000);

  expect(await late).toBe('TooManyRequests');
});
