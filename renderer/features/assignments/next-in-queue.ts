import { listQueue } from '@shared/contract/evaluation-queue';
import { api } from '../../api/api';
import { queueParts } from './queue-count';

/** The first evaluation to score, other than one; null if there is none. */
export async function nextInQueue(except: string | null): Promise<string | null> {
  const { evaluation_queue } = await api(listQueue, { query: { ...queueParts.open, limit: 2 } });
  return evaluation_queue.find(({ report_id }) => report_id !== except)?.report_id ?? null;
}
