import { firstPreferences, isPreferences } from '@shared/preferences';
import { expect, test } from 'vitest';

test('preferences are checked one by one, and nothing else passes with them', () => {
  const valid = [firstPreferences, {}, { language: 'de', lock_after_minutes: 0 }, { zoom: 0.5 }];
  const invalid = [null, [], 'dark', { theme: 'pink' }, { zoom: 9 }, { lock_after_minutes: 1.5 }, { data_folder: '/' }];

  expect(valid.filter((value) => !isPreferences(value))).toEqual([]);
  expect(invalid.filter(isPreferences)).toEqual([]);
});
