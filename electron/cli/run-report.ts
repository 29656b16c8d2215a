import { closeSync, rmSync, writeSync } from 'node:fs';
import type { ReportData, ReportRun } from '@shared/contract/report-runs';
import { fold } from '@shared/fold';
import { type Ask, every, read, until, withArchive } from './ask';
import { CommandError, newFile } from './command-error';
import { print } from './print';
import type { Called } from './table';

/** Runs a report, and writes its rows to a new file. */
export async function runReport(called: Called): Promise<void> {
  const [given = ''] = called.words;
  const to = String(called.values.to);
  // Before the run, which may take long.
  const file = newFile(to);
  try {
    await withArchive(called, async (ask) => runInto(ask, given, file, called));
  } catch (cause) {
    rmSync(to);
    throw cause;
  } finally {
    closeSync(file);
  }
}

async function runInto(ask: Ask, given: string, file: number, called: Called): Promise<void> {
  const report_id = await reportOf(ask, given);
  const { url } = await read(ask, 'POST', `/api/v2/reports/${report_id}/runs.json`, { report_run: {} });
  const run = await until(
    async (): Promise<ReportRun> => (await read(ask, 'GET', url)).report_run,
    ({ job_status }) => !['PENDING', 'STARTED'].includes(job_status),
  );
  if (run.job_status !== 'SUCCESS') throw new CommandError(`The run ended as ${run.job_status}.`, 1);
  const rows = await ask('GET', url.replace('.json', '/data.csv'));
  writeSync(file, Buffer.from(await rows.arrayBuffer()));
  print({ run_id: run.run_id, rows: await countRows(ask, url) }, called);
}

async function countRows(ask: Ask, run: string): Promise<number> {
  let count = 0;
  for (let next: string | null = run.replace('.json', '/data.json'); next !== null; ) {
    const { report_data, next_url }: { report_data: ReportData; next_url: string | null } = await read(
      ask,
      'GET',
      next,
    );
    count += report_data.rows.length;
    next = next_url;
  }
  return count;
}

type Report = { report_id: string; name: string };

async function reportOf(ask: Ask, given: string): Promise<string> {
  for await (const { report_id, name } of every<Report>(ask, '/api/v2/reports.json?limit=1000', 'reports')) {
    if (report_id === given || fold(name) === fold(given)) return report_id;
  }
  throw new CommandError(`There is no report "${given}".`, 1);
}
