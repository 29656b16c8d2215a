import { setUp } from '@shared/contract/setup';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { limitsIn } from '../../renderer/form/limits';
import { recordOf } from '../../renderer/form/record';

test('the limits of a field are those of the contract', () => {
  const { login, password } = limitsIn(recordOf(setUp).rules);

  expect(login).toMatchObject({ required: true, length: 128 });
  expect(password?.required).toBe(true);
});

test.each([
  ['a number with bounds', z.int().min(0).max(5), { required: true, min: 0, max: 5 }],
  ['a whole number without bounds', z.int(), { required: true, min: undefined, max: undefined }],
  ['a number that may be none', z.int().min(1).nullable(), { required: false, min: 1 }],
  ['a text that may be empty', z.string().max(200), { required: false, length: 200 }],
  ['one of a few', z.enum(['in', 'out']), { required: true, options: ['in', 'out'] }],
  ['several of a few', z.array(z.enum(['in', 'out'])), { required: false, options: ['in', 'out'] }],
  ['at least one of a few', z.array(z.enum(['in', 'out'])).min(1), { required: true }],
  ['a switch', z.boolean(), { required: false }],
  ['a part of a change', z.string().min(1).optional(), { required: true }],
])('%s', (_, rule, limits) => {
  expect(limitsIn(z.strictObject({ field: rule })).field).toMatchObject(limits);
});
