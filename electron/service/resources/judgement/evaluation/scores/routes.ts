import { listScores, readTotals } from '@shared/contract/call-scores';
import { holds } from '@shared/permissions';
import type { Service } from '../../../../context';
import { selectScores, selectTotals } from './queries';

export function callScoreRoutes({ handle, store }: Service): void {
  handle(listScores, async ({ query: { call_id: ids }, scope, view }) => ({
    scores: await store.read(selectScores, { ids, scope }, view),
  }));

  handle(readTotals, async ({ query: filters, scope, actor: { zone, permissions }, view }) => {
    const views_evaluations = holds(permissions, 'evaluation_reports:view');
    return { totals: await store.read(selectTotals, { filters, scope, zone, views_evaluations }, view) };
  });
}
