import type { ReportRun } from '@shared/contract/report-runs';
import { expect, test } from 'vitest';
import { serving } from '../support/command-line';
import { columns, dataOf, ran, reportOf, runsOf } from '../support/reports';
import { administrator, basic, noKeychain, startService } from '../support/start-service';

const calls = 4_000;
const runs = 4;

test('a run that is killed has failed with its reason after the next start, and its report runs again', async () => {
  const host = { keychain: noKeychain, scryptLn: 15 };
  const { admin, given, dataFolder, service } = await startService(host);
  // Days apart, so that the calls are counted in many spans.
  await given.calls(...Array.from({ length: calls }, (_, n) => ({ setup_time: Date.UTC(1900, 0, 2 + n * 27) })));
  const report = await reportOf(admin, columns('day', 'group', 'client', 'count_calls'));
  await service.close();

  const { announced, stop } = await serving(dataFolder);
  const headers = {
    authorization: basic(administrator.login, administrator.password),
    'content-type': 'application/json',
  };
  const urls: string[] = [];
  for (let n = 0; n < runs; n++) {
    const made = await fetch(announced.url + runsOf(report), { method: 'POST', headers, body: '{"report_run":{}}' });
    urls.push(((await made.json()) as { url: string }).url);
  }
  await stop('SIGKILL');
  const again = await startService({ ...host, dataFolder });
  const ended: ReportRun[] = [];
  for (const url of urls) ended.push((await again.admin.get(url)).body.report_run);
  const next = await ran(again.admin, report);

  // They are computed one after another, so that the last one had not ended.
  expect(ended.at(-1)?.job_status).toBe('FAILURE');
  for (const { job_status, completed_at, explanation } of ended) {
    expect([job_status, completed_at]).toEqual([expect.stringMatching(/^(SUCCESS|FAILURE)$/), expect.any(String)]);
    expect(explanation).toEqual(job_status === 'FAILURE' ? expect.stringContaining('closed') : null);
  }
  const { total_rows } = (await again.admin.get(dataOf(next.url))).body.report_data;
  expect([next.job_status, total_rows]).toEqual(['SUCCESS', calls]);
}, 120_000);
