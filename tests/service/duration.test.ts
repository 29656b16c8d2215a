import { wholeSeconds } from '@shared/duration';
import { expect, test } from 'vitest';
import { lengthText } from '../../renderer/i18n/times';
import { folderWith } from '../support/sounds';
import { startService } from '../support/start-service';

test.each([
  [0, 0, '0:00'],
  [499, 0, '0:00'],
  [630, 1, '0:01'],
  [5_960, 6, '0:06'],
  [59_500, 60, '1:00'],
  [3_599_500, 3600, '1:00:00'],
])('%i ms are %i s, shown as %s', (ms, seconds, text) => {
  expect([wholeSeconds(ms), lengthText(ms / 1000)]).toEqual([seconds, text]);
});

test.each([
  [630, 1],
  [5_960, 6],
])('a call of one file of %i ms lasts %i s, as its file does', async (ms, seconds) => {
  const { admin, given } = await startService();
  await given.imported([folderWith({ 'sound.wav': { ms } })]);

  const { body } = await admin.get('/api/v2/calls.json');

  const [call] = body.calls;
  expect([call.duration, wholeSeconds(call.files[0].duration_ms)]).toEqual([seconds, seconds]);
});
