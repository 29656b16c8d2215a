import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Reserve } from '../../electron/service/store/reserve';
import { temporaryFolder } from '../support/start-service';

test('a reserve that is given up while it is being created is removed', async () => {
  const folder = temporaryFolder();
  const reserve = new Reserve(folder);

  const making = reserve.hold();
  await reserve.giveUp();
  await making;

  expect(existsSync(join(folder, 'reserve'))).toBe(false);
  expect(await reserve.hold()).toBe(true);
});
