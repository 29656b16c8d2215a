import { expect, test } from 'vitest';
import { oneAtATime } from '../../renderer/core/one-at-a-time';

test('work is ignored while earlier work is under way, and done once that has ended or failed', async () => {
  const alone = oneAtATime();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((end) => ends.push(end));
  };

  const first = alone(work('first'));
  await alone(work('second'));
  expect(begun).toEqual(['first']);
  ends[0]?.();
  await first;
  await expect(alone(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  void alone(work('third'));
  expect(begun).toEqual(['first', 'third']);
});
