import type { BodyOf } from '@shared/contract/operation';
import { createReportRun, deleteReportRun, readReportData, readReportRun } from '@shared/contract/report-runs';
import { api } from '../../api/api';
import { idIn } from '../../api/id-in';

const askAgainMs = 250;
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The settings of a run that replace those of its report. */
export type Settings = BodyOf<typeof createReportRun>['report_run'];

/** The first rows and all other figures of a run with these settings, which is deleted again; or why it failed. */
export async function figuresFor(report_id: string, report_run: Settings, limit: number, signal: AbortSignal) {
  const { url } = await api(createReportRun, { params: { report_id }, body: { report_run }, signal });
  const params = { report_id, run_id: idIn(url) };
  try {
    for (;;) {
      const { report_run: run } = await api(readReportRun, { params, signal });
      if (run.job_status === 'SUCCESS') break;
      if (run.completed_at !== null) return { explanation: run.explanation, data: null };
      await later(askAgainMs);
    }
    const { report_data } = await api(readReportData, { params, query: { limit }, signal });
    return { explanation: null, data: report_data };
  } finally {
    // Without the right to delete runs, it stays among them.
    await api(deleteReportRun, { params }).catch(() => undefined);
  }
}
