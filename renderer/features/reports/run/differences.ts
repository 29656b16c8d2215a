import type { ReportRun } from '@shared/contract/report-runs';
import { msOf } from '@shared/moments';
import { advancedOf } from '../builder/definition-filters';

type Counted = Pick<ReportRun, 'filters' | 'period_begin' | 'period_end' | 'timezone' | 'run_user_id'>;

/** In what two runs counted other calls, or put them on other days. */
export type Differences = {
  period: boolean;
  timezone: boolean;
  /** The names of filters, as in the advanced search. */
  filters: string[];
  /** Who ran them, and so which calls they saw. */
  person: boolean;
};

export function differencesOf(one: Counted, other: Counted): Differences {
  const at = (moment: string | null) => moment && msOf(moment);
  const [now, before] = [wantedBy(one), wantedBy(other)];
  return {
    period: at(one.period_begin) !== at(other.period_begin) || at(one.period_end) !== at(other.period_end),
    timezone: one.timezone !== other.timezone,
    filters: [...new Set([...now.keys(), ...before.keys()])].filter((name) => now.get(name) !== before.get(name)),
    person: one.run_user_id !== other.run_user_id,
  };
}

/** What each filter requires, by its name, in a form that is the same whatever the order. */
function wantedBy({ filters }: Counted): ReadonlyMap<string, string> {
  const all = advancedOf(filters);
  return new Map(
    all.map(({ name }) => {
      // The order of two bounds counts; that of chosen values does not.
      const own = all.filter((one) => one.name === name);
      const each = own.map(({ operator, text }) =>
        operator.includes('between') ? [operator, text] : [operator, ...text.split(',').sort()],
      );
      return [name, JSON.stringify(each.map((part) => JSON.stringify(part)).sort())];
    }),
  );
}
