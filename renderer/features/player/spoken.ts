import { wholeSeconds } from '@shared/duration';
import type { Translate } from './words';

/** `2 minutes 14`, `14 seconds`, `1 hour 6 minutes 42`, for reading aloud. */
export function spoken(ms: number, t: Translate): string {
  const seconds = wholeSeconds(Math.max(0, ms));
  if (seconds < 60) return t('spoken.seconds', { count: seconds });
  const hours = Math.floor(seconds / 3600);
  const parts = [t('spoken.minutes', { count: Math.floor(seconds / 60) % 60 })];
  if (hours > 0) parts.unshift(t('spoken.hours', { count: hours }));
  if (seconds % 60 > 0) parts.push(String(seconds % 60));
  return parts.join(' ');
}
