import type { ReviewStatus } from '@shared/contract/evaluation-reports';
import type { ReportStatus } from '@shared/evaluation/statuses';
import {
  CheckCheck,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Contrast,
  MessageSquareReply,
  MessageSquareWarning,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';

const icons = {
  assigned: CircleDashed,
  in_progress: Contrast,
  completed: CircleCheck,
  cancelled: CircleSlash,
  disputed: MessageSquareWarning,
  answered: MessageSquareReply,
  acknowledged: CheckCheck,
};

/** The status of an evaluation as people see it: a result that its agent disputes is not done before it is answered. */
type Shown = ReportStatus | 'acknowledged' | 'answered' | 'disputed';
export function shownStatus({ status, agent_review_status: review, dispute_replied_at }: Reviewed): Shown {
  if (review === 'disputed') return dispute_replied_at === null ? 'disputed' : 'answered';
  return review === 'acknowledged' ? 'acknowledged' : status;
}
type Reviewed = { status: ReportStatus; agent_review_status: ReviewStatus; dispute_replied_at: string | null };

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
