import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eachQuarterHour } from '../../renderer/i18n/quarter-hour';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 23, 52) }));
afterEach(() => void vi.useRealTimers());

test('listeners hear each quarter of an hour until they leave, and then no timer is left', () => {
  const heard: string[] = [];
  const note = (name: string) => () => heard.push(`${name} ${new Date().toISOString().slice(11, 16)}`);
  const leave = [eachQuarterHour(note('first')), eachQuarterHour(note('second'))];

  vi.advanceTimersByTime(10 * 60_000);
  leave[0]?.();
  vi.advanceTimersByTime(15 * 60_000);
  leave[1]?.();

  expect(heard).toEqual(['first 00:00', 'second 00:00', 'second 00:15']);
  expect(vi.getTimerCount()).toBe(0);
});
