import { expect, test } from 'vitest';
import { linkIn, WaitingLink } from '../../electron/main/links';

const id = '6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f58';
const question_id = '0c6d2f5e-8a1b-4f7d-b3c9-1e2a3b4c5d6f';

test.each([
  [`earshot://call/${id}`, { to: 'call', id, at_ms: null }],
  [`EARSHOT://CALL/${id.toUpperCase()}/`, { to: 'call', id, at_ms: null }],
  [`earshot://call/${id}?t=61500`, { to: 'call', id, at_ms: 61_500 }],
  [`earshot://evaluation/${id}`, { to: 'evaluation', id, question_id: null }],
  [`earshot://evaluation/${id}/?question=${question_id}`, { to: 'evaluation', id, question_id }],
  [`earshot://report/${id}`, { to: 'report', id }],
  [`earshot://search/${id}`, { to: 'search', id }],
])('%s is found among the arguments of a start', (link, found) => {
  expect(linkIn(['--no-sandbox', '/opt/earshot', link])).toEqual(found);
});

test('a start without a link has none', () => {
  expect(linkIn(['--data-dir=/tmp/earshot', '/opt/earshot'])).toBeNull();
});

test.each([
  `earshot://call/${id}?play=1`,
  `earshot://call/${id}?t=-1`,
  `earshot://call/${id}?t=1.5`,
  `earshot://call/${id}?t=1e3`,
  `earshot://call/${id}?t=123456789`,
  `earshot://call/${id}?t=`,
  `earshot://call/${id}?t=1&t=2`,
  `earshot://call/${id}?question=${question_id}`,
  `earshot://call/${id}#x`,
  `earshot://call/${id}/../../x`,
  `earshot://call/${id}\nx`,
  `earshot://evaluation/${id}?question=1`,
  `earshot://evaluation/${id}?t=1`,
  `earshot://report/${id}?t=1`,
  `earshot://search/../${id}`,
  `earshot://user/${id}`,
  `earshot://x@call/${id}`,
  'earshot://call/',
  `earshot:call/${id}`,
  `earshot://call/%36${id.slice(1)}`,
])('%s leads nowhere', (link) => {
  expect(linkIn([link])).toEqual({ to: 'nowhere' });
});

test('a link waits until the page takes it, once', () => {
  let nudges = 0;
  const waiting = new WaitingLink(() => nudges++);

  waiting.hear(['--quiet']);
  waiting.hear(['earshot://call/?']);
  waiting.hear([`earshot://report/${id}`]);

  expect([nudges, waiting.take(), waiting.take()]).toEqual([2, { to: 'report', id }, null]);
});
