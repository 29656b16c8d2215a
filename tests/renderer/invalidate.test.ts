import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { keysOf } from '../../renderer/api/cache/key';
import { invalidate } from '../../renderer/core/invalidate';

const key = keysOf('counted')();

/** A query in view whose answers arrive when the test says so. */
function shown() {
  const client = new QueryClient();
  const answers: ((count: number) => void)[] = [];
  const observer = new QueryObserver<number>(client, {
    queryKey: key,
    queryFn: () => new Promise((answer) => answers.push(answer)),
  });
  onTestFinished(observer.subscribe(() => {}));
  return { client, answers, count: () => observer.getCurrentResult().data };
}

test('a change during the first answer of a query is in the next one', async () => {
  const { client, answers, count } = shown();
  const done = invalidate(client, { queryKey: key });

  answers[0]?.(53);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(60);
  await done;

  expect(count()).toBe(60);
});

test('a query that is not being read is refetched once', async () => {
  const { client, answers, count } = shown();
  answers[0]?.(1);
  await expect.poll(count).toBe(1);

  const done = invalidate(client, { queryKey: key });
  answers[1]?.(2);
  await done;

  expect([count(), answers.length]).toEqual([2, 2]);
});
