import type { PlanPeriod } from '../contract/evaluation-plans';
import { dayMs } from '../duration';

/** The parameters of a search that a plan sets itself. */
export const setByPlan = ['daterange', 'newer_than', 'sort', 'sort_order'] as const;

const at = (day: string) => new Date(`${day}T00:00:00Z`);
// Years before 0 and after 9999 are longer.
const dayOf = (date: Date) => date.toISOString().replace(/T.*/, '');

/** The day so many days later. Days are `2026-11-16`. */
export function dayAfter(day: string, days: number): string {
  const date = at(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** The first day of the period that has a day. Weeks begin on Monday (ISO 8601). */
export function firstDayOf(kind: PlanPeriod, day: string): string {
  const date = at(day);
  if (kind === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (kind === 'month') date.setUTCDate(1);
  return dayOf(date);
}

/** The first day of the period so many periods after the one with this first day. */
export function periodsAfter(kind: PlanPeriod, first: string, periods: number): string {
  if (kind !== 'month') return dayAfter(first, kind === 'week' ? 7 * periods : periods);
  const date = at(first);
  date.setUTCMonth(date.getUTCMonth() + periods);
  return dayOf(date);
}

/** The name of the period with this first day: `2026-11-20`, `2026-W47`, `2026-11`. */
export function periodName(kind: PlanPeriod, first: string): string {
  if (kind === 'day') return first;
  if (kind === 'month') return first.slice(0, -3);
  // The year of an ISO week is that of its Thursday.
  const thursday = dayAfter(first, 3);
  const year = thursday.slice(0, -6);
  const week = Math.floor((at(thursday).getTime() - at(`${year}-01-01`).getTime()) / dayMs / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
