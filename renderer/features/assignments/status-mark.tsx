import type { ReportStatus, ReviewStatus } from '@shared/contract/evaluation-reports';
import { CircleCheck, CircleDashed, CircleSlash, Contrast, MessageSquareWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';

const icons = {
  assigned: CircleDashed,
  in_progress: Contrast,
  completed: CircleCheck,
  cancelled: CircleSlash,
  disputed: MessageSquareWarning,
};

/** The status of an evaluation as people see it: a result that its agent disputes is not done. */
type Shown = ReportStatus | 'disputed';
export const shownStatus = (of: { status: ReportStatus; agent_review_status: ReviewStatus }): Shown =>
  of.agent_review_status === 'disputed' ? 'disputed' : of.status;

/** The word for the status of an evaluation. */
export function useStatusText(): (status: Shown) => string {
  const { t } = useTranslation();
  return (status) => t(`evaluationStatus.${status}`);
}

/** The sign of a status: a dashed ring, half a ring, a check, or a slash. The word is next to it. */
export function StatusMark({ status }: { status: Shown }) {
  const sign = icons[status];
  return <Icon of={sign} />;
}
