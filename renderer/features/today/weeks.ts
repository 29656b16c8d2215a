import { parseDate } from '@internationalized/date';
import type { ReportData } from '@shared/contract/report-runs';
import { dayMs } from '@shared/duration';

const shownWeeks = 8;

/** The Mondays of the last eight weeks, the current one last, for a day such as `2026-11-20`. */
export function mondaysUntil(today: string): string[] {
  const day = parseDate(today);
  const sinceMonday = (day.toDate('UTC').getUTCDay() + 6) % 7;
  const monday = day.subtract({ days: sinceMonday });
  return Array.from({ length: shownWeeks }, (_, at) => monday.subtract({ weeks: shownWeeks - 1 - at }).toString());
}

/** The ISO week of a Monday, as reports name it: `2026-W47`. */
export function weekOf(monday: string): string {
  const thursday = parseDate(monday).add({ days: 3 });
  const first = Date.UTC(thursday.year, 0, 1);
  const number = Math.floor((thursday.toDate('UTC').getTime() - first) / (7 * dayMs)) + 1;
  return `${String(thursday.year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`;
}

export type Week = { monday: string; score: number | null; passed: number | null; evaluations: number };

const numberOf = (value: string | number | null | undefined) => (typeof value === 'number' ? value : null);

/** The figures of each week; a week without calls has none. */
export const weeksIn = (rows: ReportData['rows'], mondays: readonly string[]): Week[] =>
  mondays.map((monday) => {
    const row = rows.find(({ week_id }) => week_id === weekOf(monday));
    return {
      monday,
      score: numberOf(row?.score_average),
      passed: numberOf(row?.pass_rate),
      evaluations: numberOf(row?.count_evaluations) ?? 0,
    };
  });
