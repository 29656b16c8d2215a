import { userApi } from '@shared/contract/users';
import { expect, test } from 'vitest';
import { limitsIn } from '../../renderer/form/limits';
import { fieldsIn, only } from '../../renderer/form/parts';
import { placed, recordOf } from '../../renderer/form/record';

const values = { name: 'Ada', groups: ['one'], fieldset_login: { login: 'ada', can_login: true }, email: null };

test('the parts of a section are fields of their own, by their paths', () => {
  const others = ['name', 'groups', 'email'];

  expect(fieldsIn(values, ['fieldset_login']).sort()).toEqual(
    [...others, 'fieldset_login.login', 'fieldset_login.can_login'].sort(),
  );
  expect(fieldsIn(values).sort()).toEqual([...others, 'fieldset_login'].sort());
});

test('a record has only the given fields, in their sections', () => {
  expect(only(['fieldset_login.login', 'groups', 'missing'], values)).toEqual({
    fieldset_login: { login: 'ada' },
    groups: ['one'],
  });
});

test('a message belongs to the field of a section that its path names', () => {
  const details = { 'user.fieldset_login.login': 'Is taken', 'user.fieldset_login.valid_till': 'Is wrong' };

  expect(placed(details, 'user', fieldsIn(values, ['fieldset_login']))).toEqual({
    known: [['fieldset_login.login', 'Is taken']],
    others: [['fieldset_login.valid_till', 'Is wrong']],
  });
});

test('the limits of fields in sections are found by their paths', () => {
  const limits = limitsIn(recordOf(userApi.update).rules);

  expect(limits['fieldset_recording.record']?.options).toEqual(['always', 'on_demand', 'on_demand_keep', 'never']);
});
