import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from './i18n';
import { useQuarterHour } from './quarter-hour';
import {
  clockText,
  dayText,
  dueText,
  fullText,
  inDaysText,
  longDayText,
  rangeText,
  startedExactlyText,
  startedText,
} from './times';

/** Formats times and numbers in the language of the window. */
export function useFormat() {
  // The React Compiler would drop the quarter of an hour, which no text is made of.
  'use no memo';
  const { t, i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  const [today, todayWithin] = [t('times.today'), t('times.todayWithin')];
  // A call of today is one of yesterday after midnight, in a window that stays open.
  const quarter = useQuarterHour();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend on the day, which begins with a quarter.
  return useMemo(
    () => ({
      started: (timestamp: string) => startedText(timestamp, locale, today),
      /** The same, for use within a sentence. */
      startedWithin: (timestamp: string) => startedText(timestamp, locale, todayWithin),
      /** The same, to the second, where two of the same minute must differ. */
      startedExactly: (timestamp: string) => startedExactlyText(timestamp, locale, today),
      startedExactlyWithin: (timestamp: string) => startedExactlyText(timestamp, locale, todayWithin),
      full: (timestamp: string) => fullText(timestamp, locale),
      due: (timestamp: string) => dueText(timestamp, locale),
      inDays: (days: number) => inDaysText(days, locale),
      day: (timestamp: string) => dayText(timestamp, locale),
      longDay: (day: string) => longDayText(day, locale),
      clock: (timestamp: string) => clockText(timestamp, locale),
      range: (from: string, to: string, thisDay: string) => rangeText(from, to, locale, thisDay),
      /** The current time, or another one, `15:04`; without a zone, as the clock of the machine shows it. */
      now: (at = new Date(), timeZone?: string) =>
        at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', timeZone }),
      /** `A, B and C`. */
      list: (names: readonly string[], joined: 'and' | 'or' = 'and') =>
        new Intl.ListFormat(locale, { type: joined === 'and' ? 'conjunction' : 'disjunction' }).format(names),
      figure: (value: number) => value.toLocaleString(locale),
      /** With as many decimals, `0.71`. */
      fixed: (value: number, decimals: number) =>
        value.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
      /** `93%`, in German `93 %`. */
      percent: (value: number) => (value / 100).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 }),
      /** Bytes in the unit that gives one to three digits. */
      bytes: (bytes: number) => {
        const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
        const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
        const value = bytes / 1000 ** step;
        return new Intl.NumberFormat(locale, {
          style: 'unit',
          unit: units[step] as string,
          unitDisplay: step === 0 ? 'long' : 'short',
          maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
        }).format(value);
      },
    }),
    [locale, today, todayWithin, quarter],
  );
}
