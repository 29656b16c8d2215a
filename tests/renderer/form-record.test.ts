import { categoryApi } from '@shared/contract/categories';
import { removeSecondFactor } from '@shared/contract/second-factor';
import { createSession } from '@shared/contract/sessions';
import { expect, test } from 'vitest';
import { placed, recordOf } from '../../renderer/form/record';

test('the rules of a form come from the record in the envelope, or from the body itself', () => {
  expect([recordOf(categoryApi.create).envelope, Object.keys(recordOf(categoryApi.create).rules.shape)]).toEqual([
    'category',
    ['category_id', 'tenant_id', 'name', 'private_user_id', 'parent_id'],
  ]);
  expect(recordOf(removeSecondFactor).envelope).toBe('second_factor');
  expect([recordOf(createSession).envelope, Object.keys(recordOf(createSession).rules.shape)]).toEqual([
    null,
    ['login', 'password', 'otp'],
  ]);
});

test('messages are assigned to the fields in their paths, in the order of the form; others have no field', () => {
  const details = { 'client.contacts.0.phone_number': 'is used twice', name: 'Enter a name', tenant_id: 'Is unknown' };

  expect(placed(details, 'client', ['name', 'contacts'])).toEqual({
    known: [
      ['name', 'Enter a name'],
      ['contacts.0.phone_number', 'is used twice'],
    ],
    others: [['tenant_id', 'Is unknown']],
  });
});
