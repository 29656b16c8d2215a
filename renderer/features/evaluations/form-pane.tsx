import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { useTranslation } from 'react-i18next';
import { useFormRevision } from '../../core/form-revision';
import { useHolds, useSignedIn } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { PaneError } from '../../ui/pane-error';
import { formOf } from './report-form';
import { ResultPane } from './result-pane';
import { ScorePane } from './score-pane';

/** The form of an evaluation: to score for its evaluator while it is open, otherwise its result. */
export function FormPane({ report, version }: { report: EvaluationReport; version: string | null }) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const reading = useReadingOnly();
  const mayEdit = useHolds('evaluation_reports:edit');
  const maySeeForms = useHolds('evaluation_forms:view');
  const { data: revision, isPending, error, refetch } = useFormRevision(report.form_id, report.form_revision);
  if (maySeeForms && isPending) return null;
  const isOpen = report.status === 'assigned' || report.status === 'in_progress';
  const isOwn = isOpen && reading === undefined && report.evaluator_user_id === user.user_id;
  if (isOwn && mayEdit && revision) return <ScorePane report={report} version={version} form={revision} />;
  if (isOwn && mayEdit && maySeeForms)
    return <PaneError title={t('evaluations.formFailed')} error={error} onRetry={() => void refetch()} />;
  const whyNot = isOwn ? t(mayEdit ? 'evaluations.mayNotSeeForm' : 'evaluations.mayNotScore') : undefined;
  return <ResultPane report={report} version={version} form={formOf(report, revision)} whyNot={whyNot} />;
}
