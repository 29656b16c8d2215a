import { reason } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import { watchRefused } from '../../electron/main/watch-refused';
import { Refusal } from '../../electron/service/refusal';
import { setWatchFolder } from '../../electron/service/resources/sources/imports';
import { startService } from '../support/start-service';

test('a folder that is not watched is refused for its own reason, and a fault is not a refusal', async () => {
  const { service, dataFolder } = await startService();
  const own = await setWatchFolder(service, dataFolder).catch((cause: unknown) => cause);
  const full = new Refusal('InsufficientStorage', reason('disk_full'));
  const fault = new Error('broken');

  expect(watchRefused(own)).toMatchObject({ reason: { code: 'own_data_folder' } });
  expect(watchRefused(full)).toEqual({ text: full.message, reason: { code: 'disk_full', values: {} } });
  expect(() => watchRefused(fault)).toThrow(fault);
});
