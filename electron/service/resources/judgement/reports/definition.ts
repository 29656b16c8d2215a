import type { ChangedReport, Definition } from '@shared/contract/reports';
import { daysOf } from '@shared/periods';
import { flag, storedJson } from '../../../store/fragments';
import { columnsOf, type Fields } from '../../../store/sql';
import { isoInZone, startOfDay } from '../../../zones';

/** The settings that are stored as JSON, with what takes the place of a damaged one. */
const stored = {
  filters: '[]',
  summary_settings: '[]',
  chart_settings: '{}',
  column_settings: '[]',
  sort_settings: '[]',
  email_report_settings: '{}',
} as const;
const storedNames = Object.keys(stored) as (keyof typeof stored)[];

/** The settings in a row of `alias`: of a report, or of a run. */
export const definitionFields = (alias: string): Fields<Definition> => ({
  ...columnsOf(alias, ['name', 'description', 'timezone', 'period_begin', 'period_end', 'period']),
  ...(Object.fromEntries(storedNames.map((name) => [name, storedJson(`${alias}.${name}`, stored[name])])) as Record<
    keyof typeof stored,
    string
  >),
  intervals: flag(`${alias}.intervals`),
  email_report: flag(`${alias}.email_report`),
});

/** The settings as columns. */
export function columnsOfDefinition({ intervals, email_report, ...settings }: Definition) {
  const asJson = Object.fromEntries(storedNames.map((name) => [name, JSON.stringify(settings[name])]));
  const { name, description, timezone, period_begin, period_end, period = null } = settings;
  return {
    name,
    description,
    timezone,
    period_begin,
    period_end,
    period,
    ...asJson,
    intervals: Number(intervals),
    email_report: Number(email_report),
  };
}

/** Settings whose period has a beginning and an end: those of a moving one are its days now, in the zone of the settings. */
export function withDays<D extends Definition>(definition: D, now: number): D {
  const { period, timezone: zone } = definition;
  if (!period) return definition;
  const { from, to } = daysOf(period, isoInZone(now, zone).slice(0, 10));
  const at = (day: string, later: number) => isoInZone(startOfDay(day, zone, later) as number, zone);
  return { ...definition, period_begin: at(from, 0), period_end: at(to, 1) };
}

/** The settings with these changes: lists are replaced, those of the chart and of e-mails are merged. */
export function merged(definition: Definition, changes: ChangedReport): Definition {
  const { chart_settings, email_report_settings } = definition;
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  // Moments and a moving period replace each other.
  const hasMoments = [changes.period_begin, changes.period_end].some((moment) => typeof moment === 'string');
  return {
    ...definition,
    ...(changes.period && { period_begin: null, period_end: null }),
    ...(hasMoments && { period: null }),
    ...given,
    chart_settings: { ...chart_settings, ...changes.chart_settings },
    email_report_settings: { ...email_report_settings, ...changes.email_report_settings },
  };
}
