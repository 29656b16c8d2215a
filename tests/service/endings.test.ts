import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Part, Service } from '../../electron/service/context';
import { endEach } from '../../electron/service/end-each';
import { discardingRefused, discardingUnfinished } from '../../electron/service/jobs/discarding';
import { Parts } from '../../electron/service/parts';
import { Refusal } from '../../electron/service/refusal';
import { Silent } from '../../electron/service/store/thread-pool';
import { reason } from '../../shared/reasons/reasons';
import { Sender, tone } from '../support/live';
import { startService } from '../support/start-service';

const failing = (cause: Error) => () => Promise.reject(cause);

test('of the steps of an end, each is taken after one that fails, and the first failure is thrown', async () => {
  const taken: number[] = [];
  const step = (at: number) => async () => void taken.push(at);
  const [first, second] = [new Error('first'), new Error('second')];

  await expect(endEach([step(1), failing(first), step(2), failing(second), step(3)])).rejects.toBe(first);

  expect(taken).toEqual([1, 2, 3]);
  await expect(endEach([step(4)])).resolves.toBeUndefined();
});

test('each part is notified that the end has begun, also after one that fails', async () => {
  const parts = new Parts();
  const ended = vi.fn();
  const failingPart: Part<void> = (_, { onClosing }) =>
    onClosing(() => {
      throw new Error('unable');
    });
  for (const part of [failingPart, ((_, { onClosing }) => onClosing(ended)) as Part<void>]) {
    parts.of({} as Service, part);
  }

  await expect(parts.closing()).rejects.toThrow('unable');

  expect(ended).toHaveBeenCalledTimes(1);
});

test('a recording is kept, and the folder released, where the end of the run cannot be marked', async () => {
  const { service, admin, dataFolder } = await startService();
  const sender = await Sender.open(admin);
  const sound = tone(400, 8000);
  await sender.send(sound);
  // A file cannot take the place of a folder.
  const mark = join(dataFolder, 'closing');
  mkdirSync(mark);

  await expect(service.close()).rejects.toThrow('closing');

  rmSync(mark, { recursive: true });
  const later = await startService({ dataFolder });
  const continued = sender.by(later.admin, sound.length);
  await continued.close();
  expect((await continued.call()).duration).toBe(1);
});

test('the files of a job that fails are discarded, again once its thread has ended', async () => {
  const discard = vi.fn(async () => {});
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  await expect(discardingUnfinished(discard, failing(new Silent(30_000, ended)))).rejects.toThrow('silent for 30 s');
  expect(discard).toHaveBeenCalledTimes(1);
  end();
  await expect.poll(() => discard.mock.calls).toHaveLength(2);
  expect(await discardingUnfinished(discard, async () => 'done')).toBe('done');
  expect(discard).toHaveBeenCalledTimes(2);
});

test('the files of a change are discarded when it is refused, and kept when it may be committed', async () => {
  const discard = vi.fn(async () => {});

  await expect(discardingRefused(discard, failing(new Error('The thread ended.')))).rejects.toThrow('ended');
  expect(discard).not.toHaveBeenCalled();
  await expect(discardingRefused(discard, failing(new Refusal('NotFound', reason('not_found'))))).rejects.toThrow();
  expect(discard).toHaveBeenCalledTimes(1);
});
