import { match } from '@shared/patterns/match';
import { isFault, parsePattern } from '@shared/patterns/parse';
import { expect, test } from 'vitest';
import { namePattern } from '../../renderer/features/import-presets/name-pattern';

test.each([
  ['a18~0302~20260203101112~1.wav', 'a18~0302~{datetime}~1'],
  ['2026/02/in-201-20260203-101112-1770109872.7.wav', 'in-201-{date}-{time}-1770109872.7'],
  ['03-04-2026_10-11-12_231.wav', '{date:DD-MM-YYYY}_{time:HH-mm-ss}_231'],
  ['02-28-2026 1011 Kim.mp3', '{date:MM-DD-YYYY} {time:HHmm} Kim'],
  ['2026.02.03 10.11.12.gsm', '{date:YYYY.MM.DD} {time:HH.mm.ss}'],
  ['1770109872_201.wav', '{unix}_201'],
  ['what {is} <this>*.wav', 'what \\{is} \\<this\\>\\*'],
  ['12345678901.wav', '12345678901'],
])('%s gives a pattern that it fits: %s', (name, pattern) => {
  expect(namePattern(name)).toBe(pattern);
  const parsed = parsePattern(pattern);
  // Without a date, nothing of it is a placeholder yet.
  expect(isFault(parsed) ? parsed.reason.code : match(parsed, name)?.name).toBe(
    pattern.includes(':') || /\{(date|time|unix)/.test(pattern)
      ? name.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
      : 'pattern_without_placeholder',
  );
});
