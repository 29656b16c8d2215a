import type { PlanPeriod, PlanTerms } from '@shared/contract/evaluation-plans';
import { hourMs } from '@shared/duration';
import { dayAfter, firstDayOf, periodName, periodsAfter } from '@shared/evaluation/plan-periods';
import type { Days } from '@shared/periods';
import { isoInZone, startOfDay } from '../../../zones';

/** What decides which periods a plan draws. */
type Calendar = Pick<PlanTerms, 'period' | 'timezone' | 'starts_on' | 'ends_on' | 'delay_hours'>;

/** The most periods that a plan makes up for. */
const madeUp = 8;

/** The first day of a period; undefined if it is no period of this kind: `2026-11-20`, `2026-W47`, `2026-11`. */
function startOf(kind: PlanPeriod, period: string): string | undefined {
  const [year = '', week = ''] = period.split('-W');
  const day = kind === 'month' ? `${period}-01` : kind === 'week' ? `${year}-01-04` : period;
  try {
    const known = firstDayOf(kind, day);
    const start = kind === 'week' ? periodsAfter(kind, known, Number(week) - 1) : known;
    return periodName(kind, start) === period ? start : undefined;
  } catch {
    return undefined;
  }
}

/** The days of a period, both included; undefined if it is no period of this kind. */
export function daysOf(kind: PlanPeriod, period: string): Days | undefined {
  const start = startOf(kind, period);
  return start === undefined ? undefined : { from: start, to: dayAfter(periodsAfter(kind, start, 1), -1) };
}

/** When a period begins and ends, in ms. */
export function spanOf({ from, to }: Days, zone: string): { begin: number; end: number } {
  return { begin: startOfDay(from, zone) ?? 0, end: startOfDay(to, zone, 1) ?? 0 };
}

/** The local day of a moment. */
export const dayAt = (ms: number, zone: string): string => isoInZone(ms, zone).slice(0, 10);

/** Whether a period has ended, and is among the days of the plan. */
export function canDraw(plan: Calendar, period: string, now: number): boolean {
  const days = daysOf(plan.period, period);
  if (!days || days.to < plan.starts_on || (plan.ends_on !== null && days.from > plan.ends_on)) return false;
  const { begin, end } = spanOf(days, plan.timezone);
  // Samoa had no 30 December 2011.
  return begin < end && end <= now;
}

/**
 * The periods that are due and were not drawn, of the newest eight due ones, the oldest first; and when the next draw is, in ms: of
 * these, otherwise of the period that is due next; null if there is none.
 */
export function dueOf(
  plan: Calendar,
  drawn: ReadonlySet<string>,
  now: number,
): { periods: string[]; next: number | null } {
  const { period: kind, timezone, starts_on, ends_on, delay_hours } = plan;
  const dueAt = (start: string) => (startOfDay(periodsAfter(kind, start, 1), timezone) ?? 0) + delay_hours * hourMs;
  const begin = firstDayOf(kind, starts_on);
  const periods: string[] = [];
  let next: number | null = null;
  const today = dayAt(now, timezone);
  const day = today < starts_on ? starts_on : ends_on !== null && ends_on < today ? ends_on : today;
  let seen = 0;
  for (let start = firstDayOf(kind, day); seen < madeUp && start >= begin; start = periodsAfter(kind, start, -1)) {
    const [period, due] = [periodName(kind, start), dueAt(start)];
    if (due <= now) seen += 1;
    if (drawn.has(period)) continue;
    next = due;
    if (due <= now) periods.unshift(period);
  }
  return { periods, next };
}
