import { useSyncExternalStore } from 'react';
import { eachQuarterHour } from '../i18n/quarter-hour';
import { dayIn } from '../i18n/times';
import { useZone } from './session';

/** The day of today in the user's zone, `2026-11-20`. After midnight it is the next one. */
export function useToday(): string {
  const zone = useZone();
  const today = () => dayIn(zone);
  return useSyncExternalStore(eachQuarterHour, today, today);
}
