import type { ReportStatus } from '@shared/contract/evaluation-reports';
import { CircleCheck, CircleDashed, CircleSlash, Contrast } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const icons = { assigned: CircleDashed, in_progress: Contrast, completed: CircleCheck, cancelled: CircleSlash };

/** The word for the status of an evaluation. */
export function useStatusText(): (status: ReportStatus) => string {
  const { t } = useTranslation();
  return (status) => t(`assignments.status.${status}`);
}

/** The sign of a status: a dashed ring, half a ring, a check, or a slash. The word stands beside it. */
export function StatusMark({ status }: { status: ReportStatus }) {
  const Icon = icons[status];
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" />;
}
