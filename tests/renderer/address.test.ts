import { listCalls } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { addressOf } from '../../renderer/api/api';

test('each filter of the advanced search is a parameter of its own', () => {
  const filters = { phone_number__starts_with: '+44', custom_field_7__is_empty: '1' };

  const address = addressOf(listCalls, {}, { limit: 5, advanced_search: '1', filters, start: undefined });

  expect(address).toBe(
    '/api/v2/calls.json?limit=5&advanced_search=1&phone_number__starts_with=%2B44&custom_field_7__is_empty=1',
  );
});
