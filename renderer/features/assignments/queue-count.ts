import { listQueue } from '@shared/contract/evaluation-queue';
import { listEvaluations } from '@shared/contract/evaluation-reports';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useHolds, useSignedIn } from '../../core/session';
import { countLimit } from '../../list/use-list';

/** The parts of a queue, and what each shows. */
export const queueParts = {
  open: { status: 'assigned,in_progress' },
  disputed: { status: 'completed', agent_review_status: 'disputed', dispute_replied: 'false' },
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

/** The results that wait for an agent to acknowledge or dispute them. */
export const toAcknowledge = { status: 'completed', agent_review_status: 'pending' } as const;

/** The number of the user's own results that wait for them; undefined or null like `useQueueCount`. */
export function useToAcknowledge(): number | null | undefined {
  const { user_id } = useSignedIn().user;
  const { data } = useQuery({
    queryKey: evaluationKeys.count('to acknowledge'),
    enabled: useHolds('evaluation_reports:view'),
    queryFn: ({ signal }) =>
      api(listEvaluations, { query: { ...toAcknowledge, user_id, limit: 1, max_total_calc: countLimit }, signal }),
  });
  return data?.total;
}

/** The number of evaluations that wait for the user: to be scored, or disputed by their agents. */
export function useWaitingCount(): number | null | undefined {
  const [open, disputed] = [useQueueCount('open'), useQueueCount('disputed')];
  if (open === undefined || disputed === undefined) return undefined;
  return open === null || disputed === null ? null : open + disputed;
}
