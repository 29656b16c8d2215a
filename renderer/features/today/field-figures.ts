import type { ReportData } from '@shared/contract/report-runs';

type Count = { value: string; calls: number };

/** How often each value of a custom field occurs, the most frequent first. Calls without a value are left out. */
export const countsOf = (points: ReportData['rows'], field_id: string): Count[] =>
  points
    .flatMap((point) => {
      const [value, calls] = [point[`custom_field_${field_id}_id`], point.count_calls];
      return value === null || value === undefined ? [] : [{ value: String(value), calls: Number(calls) }];
    })
    .sort((one, other) => other.calls - one.calls);

/** The number of calls in some counts. */
export const callsIn = (counts: readonly Count[]): number => counts.reduce((sum, { calls }) => sum + calls, 0);

/** The average of the values of a number field, to one decimal; null without a value. */
export function averageOf(counts: readonly Count[]): number | null {
  const calls = callsIn(counts);
  if (calls === 0) return null;
  const sum = counts.reduce((all, one) => all + Number(one.value) * one.calls, 0);
  return Math.round((sum / calls) * 10) / 10;
}
