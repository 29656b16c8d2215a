import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { startService } from '../support/start-service';

test('the program names its version, and is described to people who reach every tenant', async () => {
  const { admin, given, nobody } = await startService({ now: () => Date.UTC(2026, 10, 20, 9) });
  const local = await given.user({ permissions: ['system:view'], access_level: 'tenant' });
  const blind = await given.user({ permissions: ['calls:view'], access_level: 'root' });
  const path = '/api/v2/program.json';

  const { status, body } = await admin.get(path);

  expect(status).toBe(200);
  expect(body.program).toEqual({
    version,
    runtime: `Node ${process.versions.node}`,
    sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
    started_at: '2026-11-20T09:00:00+00:00',
    mode: 'headless',
    log_folder_name: 'log',
    database: 'plain',
    updates: { mode: 'off', version: null, checked_at: null },
  });
  const refused = [await local.get(path), await blind.get(path), await nobody.get(path)];
  expect(refused.map((one) => one.status)).toEqual([403, 403, 401]);
});
