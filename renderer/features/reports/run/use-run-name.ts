import type { ReportRun } from '@shared/contract/report-runs';
import { useFormat } from '../../../i18n/use-format';
import { namesOf } from './run-names';
import { useRuns } from './use-run';

type Named = Pick<ReportRun, 'run_id' | 'created_at'>;

/** The names of the runs of a report: when they were started. `within` is for use within a sentence. */
export function useRunName(report_id: string) {
  const format = useFormat();
  const runs = useRuns(report_id).data?.report_runs ?? [];
  const [alone, within] = [
    namesOf(runs, format.started, format.startedExactly),
    namesOf(runs, format.startedWithin, format.startedExactlyWithin),
  ];
  return {
    alone: ({ run_id, created_at }: Named) => alone.get(run_id) ?? format.started(created_at),
    within: ({ run_id, created_at }: Named) => within.get(run_id) ?? format.startedWithin(created_at),
  };
}
