import { listQueue } from '@shared/contract/evaluation-queue';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useHolds } from '../../core/session';
import { countLimit } from '../../list/use-list';

/** The parts of a queue, and what each shows. */
export const queueParts = {
  open: { status: 'assigned,in_progress' },
  disputed: { status: 'completed', agent_review_status: 'disputed' },
  completed: { status: 'completed' },
  all: {},
} as const;
export type QueuePart = keyof typeof queueParts;

/**
 * The number of evaluations in a part of the user's queue: undefined while it is loading or if the role does not see
 * evaluations, null if there are too many to count.
 */
export function useQueueCount(part: QueuePart): number | null | undefined {
  const maySee = useHolds('evaluation_reports:view');
  const { data } = useQuery({
    queryKey: evaluationKeys.count(part),
    enabled: maySee,
    queryFn: ({ signal }) =>
      api(listQueue, { query: { ...queueParts[part], limit: 1, max_total_calc: countLimit }, signal }),
  });
  return data?.total;
}

/** The number of evaluations that wait for the user: to be scored, or disputed by their agents. */
export function useWaitingCount(): number | null | undefined {
  const [open, disputed] = [useQueueCount('open'), useQueueCount('disputed')];
  if (open === undefined || disputed === undefined) return undefined;
  return open === null || disputed === null ? null : open + disputed;
}
