import { parseDate } from '@internationalized/date';
import { listCalls } from '@shared/contract/calls';
import { categoryApi } from '@shared/contract/categories';
import { listQueue } from '@shared/contract/evaluation-queue';
import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { reportKeys } from '../../api/cache/reports';
import { useCustomFields } from '../../core/custom-fields';
import { useHolds, useZone } from '../../core/session';
import { useToday } from '../../core/use-today';
import { countLimit } from '../../list/use-list';
import { queueParts } from '../assignments';
import { figuresFor, type Settings, useMayCount } from '../reports';
import { mondaysUntil, weeksIn } from './weeks';

/** The page refreshes at most once a minute, and only when it is opened or asked to. */
const freshMs = 60_000;
const maxRows = 200;
const maxFields = 4;
/** The late ones come first. More than this are not counted. */
const maxLate = 100;
const shownCalls = 3;
/** The number of good examples among which those with audio are found: no filter of the API selects them. */
const searchedCalls = 100;

const figure = (name: 'count_calls' | 'minutes_total' | 'score_average' | 'pass_rate' | 'count_evaluations') => ({
  name,
});

/** Figures of their own settings, which belong to no report. */
function useFigures(name: string, settings: Settings) {
  return useQuery(figuresOptions(name, settings, useMayCount()));
}

const figuresOptions = (name: string, settings: Settings, may: boolean) => ({
  queryKey: reportKeys.today(name, settings),
  enabled: may,
  staleTime: freshMs,
  queryFn: ({ signal }: { signal: AbortSignal }) => figuresFor(settings, { limit: maxRows, signal }),
});

/** The figures of calls and scores: of today, and of the last eight weeks. */
export function useScores() {
  const zone = useZone();
  const today = useToday();
  const mondays = mondaysUntil(today);
  const at = (day: string) => parseDate(day).toDate(zone).toISOString();
  const day = useFigures('today', {
    timezone: zone,
    period_begin: at(today),
    column_settings: [figure('count_calls'), figure('minutes_total')],
  });
  const weeks = useFigures('weeks', {
    timezone: zone,
    period_begin: at(mondays[0] ?? today),
    column_settings: [{ name: 'week' }, figure('score_average'), figure('pass_rate'), figure('count_evaluations')],
  });
  return {
    mayCount: useMayCount(),
    calls: day.data?.rows[0],
    weeks: weeks.data && weeksIn(weeks.data.rows, mondays),
    error: (day.data ? null : day.error) ?? (weeks.data ? null : weeks.error),
    updatedAt: Math.max(day.dataUpdatedAt, weeks.dataUpdatedAt),
    isBusy: day.isFetching || weeks.isFetching,
  };
}

/** The fields that are marked for this page, each with its values this week. */
export function useMarkedFields() {
  const zone = useZone();
  const may = useMayCount();
  const monday = mondaysUntil(useToday()).at(-1) ?? '';
  const shown = useCustomFields()
    .filter(({ dashboard, type }) => dashboard && (type === 'option' || type === 'integer'))
    .slice(0, maxFields);
  const read = useQueries({
    queries: shown.map(({ field_id }) =>
      figuresOptions(
        'field',
        {
          timezone: zone,
          period_begin: parseDate(monday).toDate(zone).toISOString(),
          column_settings: [{ name: `custom_field_${field_id}` }, figure('count_calls')],
        },
        may,
      ),
    ),
  });
  return shown.map((field, at) => ({ field, data: read[at]?.data ?? null }));
}

/** What the user has to score, the earliest deadline first; undefined for a role that cannot score. */
export const useWaiting = () => {
  const mayScore = useHolds('evaluation_reports:edit');
  return useQuery({
    queryKey: evaluationKeys.first,
    enabled: mayScore,
    staleTime: freshMs,
    queryFn: ({ signal }) =>
      api(listQueue, {
        query: { ...queueParts.open, limit: maxLate, max_total_calc: countLimit },
        signal,
      }),
  }).data;
};

/** The first category with one of these names. */
async function firstNamed(names: readonly string[], signal: AbortSignal) {
  for (const wanted of new Set(names)) {
    const { categories } = await api(categoryApi.list, { query: { search_term: wanted, limit: 10 }, signal });
    const found = categories.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    if (found) return found;
  }
  return undefined;
}

/** The newest calls with audio in the category of good examples; undefined while they load or for a role without calls. */
export function useGoodExamples(names: readonly string[]) {
  const [maySeeCalls, maySeeCategories] = [useHolds('calls:view'), useHolds('call_categories:view')];
  return useQuery({
    queryKey: reportKeys.today('examples', { names }),
    enabled: maySeeCalls && maySeeCategories,
    staleTime: freshMs,
    queryFn: async ({ signal }) => {
      const found = await firstNamed(names, signal);
      if (!found) return null;
      const query = { category_id: found.category_id, limit: searchedCalls };
      const { calls } = await api(listCalls, { query, view: 'good examples', signal });
      return calls.filter(({ files }) => files.length > 0).slice(0, shownCalls);
    },
  }).data;
}
