import { wholeSeconds } from '@shared/duration';
import type { TFunction } from 'i18next';

/** `2 minutes 14`, `14 seconds`, `1 hour 6 minutes 42`, for screen readers. */
export function spoken(ms: number, t: TFunction): string {
  const seconds = wholeSeconds(Math.max(0, ms));
  if (seconds < 60) return t('player.spoken.seconds', { count: seconds });
  const hours = Math.floor(seconds / 3600);
  const parts = [t('player.spoken.minutes', { count: Math.floor(seconds / 60) % 60 })];
  if (hours > 0) parts.unshift(t('player.spoken.hours', { count: hours }));
  if (seconds % 60 > 0) parts.push(String(seconds % 60));
  return parts.join(' ');
}
