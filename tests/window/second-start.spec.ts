import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, programOn, test } from './launch';

test('a second start reports that Earshot is already open, and ends', async ({ earshot }) => {
  await earshot.page.waitForLoadState();

  const second = spawn(...programOn(earshot.dataFolder), { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said, [code]] = await Promise.all([text(second.stdout), once(second, 'exit')]);

  // Does not check that the window comes to the front, because its display may not be visible.
  expect([code, said]).toEqual([0, 'Earshot is open already.\n']);
});
