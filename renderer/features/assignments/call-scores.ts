import { type CallScore, listScores } from '@shared/contract/call-scores';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useHolds } from '../../core/session';

/** The most ids that a request takes. */
const atOnce = 200;

type Scores = ReadonlyMap<string, CallScore>;

/** The scores of calls, by their ids. */
export async function scoresOf(ids: readonly string[], signal?: AbortSignal): Promise<Scores> {
  const scores: CallScore[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const query = { call_id: ids.slice(from, from + atOnce).join(',') };
    scores.push(...(await api(listScores, { query, ...(signal && { signal }) })).scores);
  }
  return new Map(scores.map((score) => [score.call_id, score]));
}

/** The scores of the calls on several pages: one request for each page. None without the right to see evaluations. */
export function useScores(pages: readonly (readonly { call_id: string }[])[]): Scores {
  const maySee = useHolds('evaluation_reports:view');
  return useQueries({
    queries: (maySee ? pages : [])
      .filter(({ length }) => length > 0)
      .map((calls) => {
        const ids = calls.map(({ call_id }) => call_id);
        return {
          queryKey: evaluationKeys.scores(ids),
          queryFn: ({ signal }: { signal: AbortSignal }) => scoresOf(ids, signal),
          gcTime: keptMs,
        };
      }),
    combine: together,
  });
}

/** The keys are long, and pages that were scrolled past are dropped as well. */
const keptMs = 5_000;

const together = (found: readonly { data: Scores | undefined }[]): Scores =>
  new Map(found.flatMap(({ data }) => [...(data ?? [])]));
