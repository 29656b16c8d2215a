import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { useHolds, useSignedIn } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useRevision } from './evaluations';
import { formOf } from './report-form';
import { ResultPane } from './result-pane';
import { ScorePane } from './score-pane';

/** The form of an evaluation: to score for its evaluator while it is open, otherwise its result. */
export function FormPane({ report, version }: { report: EvaluationReport; version: string | null }) {
  const { user } = useSignedIn();
  const reading = useReadingOnly();
  const mayEdit = useHolds('evaluation_reports:edit');
  const maySeeForms = useHolds('evaluation_forms:view');
  const revision = useRevision(report);
  if (maySeeForms && revision.isPending) return null;
  const form = formOf(report, revision.data);
  const isOpen = report.status === 'assigned' || report.status === 'in_progress';
  const mayScore = mayEdit && reading === undefined && report.evaluator_user_id === user.user_id;
  return isOpen && mayScore && revision.data ? (
    <ScorePane report={report} version={version} form={form} />
  ) : (
    <ResultPane report={report} form={form} />
  );
}
