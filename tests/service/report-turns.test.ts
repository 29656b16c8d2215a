import { expect, test } from 'vitest';
import { Turns } from '../../electron/service/resources/judgement/reports/runs/turns';

test('people take turns, each in the order in which they asked', () => {
  const turns = new Turns<string>();
  for (const thing of ['a1', 'a2', 'a3', 'b1', 'b2']) turns.add(thing.charAt(0), thing);

  const order = [turns.next(), turns.next()];
  turns.add('c', 'c1');
  for (let thing = turns.next(); thing; thing = turns.next()) order.push(thing);

  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3']);
});
