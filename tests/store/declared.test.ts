import { expect, test } from 'vitest';
import { task } from '../../electron/service/jobs/task';
import { change, declaredQuery, query } from '../../electron/service/store/query';

test.each([
  ['query', () => query('twice.query', () => 1)],
  ['write', () => change('twice.write', () => 1)],
  ['task', () => task('twice.task', async () => 1)],
])('two declarations of a %s with one name are refused', (kind, declare) => {
  declare();

  expect(declare).toThrow(`twice.${kind} is declared twice.`);
});

test('what was not declared is not found', () => {
  expect(() => declaredQuery('never.declared')).toThrow('Nothing called never.declared is declared.');
});
