import type { Translate } from './words';

const two = (value: number) => String(value).padStart(2, '0');

/** `6:42`, from one hour `1:06:42`. */
export function clock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** `2 minutes 14`, `14 seconds`, `1 hour 6 minutes 42`, for reading aloud. */
export function spoken(ms: number, t: Translate): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return t('spoken.seconds', { count: seconds });
  const hours = Math.floor(seconds / 3600);
  const parts = [t('spoken.minutes', { count: Math.floor(seconds / 60) % 60 })];
  if (hours > 0) parts.unshift(t('spoken.hours', { count: hours }));
  if (seconds % 60 > 0) parts.push(String(seconds % 60));
  return parts.join(' ');
}

/** `today 14:32`, `Thu 17:36`, `13 Nov, 09:41`, in the zone the time was sent in. */
export function whenOf(timestamp: string, t: Translate, language: string, now = new Date()): string {
  const zone = timestamp.match(/[+-]\d\d:\d\d$/)?.[0] ?? 'UTC';
  const date = new Date(timestamp);
  const show = (options: Intl.DateTimeFormatOptions, of = date) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeZone: zone, ...options }).format(of);
  const time = show({ hour: '2-digit', minute: '2-digit' });
  const day = (of: Date) => show({ dateStyle: 'short' }, of);
  if (day(date) === day(now)) return t('when.today', { time });
  const daysAgo = (now.getTime() - date.getTime()) / 86_400_000;
  if (daysAgo > 0 && daysAgo < 6) return t('when.date', { date: show({ weekday: 'short' }), time });
  const isThisYear = show({ year: 'numeric' }) === show({ year: 'numeric' }, now);
  const long = show({ day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
  return t('when.long', { date: long, time });
}
