import { expect, test } from 'vitest';
import { linkIn, WaitingLink } from '../../electron/main/links';

const call_id = '6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f58';

test('a link to a call is found among the arguments of a start', () => {
  const found = [
    [`earshot://call/${call_id}`],
    ['--no-sandbox', '/opt/earshot', `EARSHOT://CALL/${call_id.toUpperCase()}/`],
    ['--data-dir=/tmp/earshot', '/opt/earshot'],
  ].map(linkIn);
  expect(found).toEqual([{ call_id }, { call_id }, null]);
});

test('a link that is not exactly the address of a call leads nowhere', () => {
  const bad = [
    `earshot://call/${call_id}?play=1`,
    `earshot://call/${call_id}#x`,
    `earshot://call/${call_id}/../../x`,
    `earshot://call/${call_id}\nx`,
    `earshot://user/${call_id}`,
    `earshot://x@call/${call_id}`,
    'earshot://call/',
    `earshot:call/${call_id}`,
    `earshot://call/%36${call_id.slice(1)}`,
  ];
  expect(bad.map((link) => linkIn([link]))).toEqual(bad.map(() => ({ call_id: null })));
});

test('a link waits until the page takes it, once', () => {
  let nudges = 0;
  const waiting = new WaitingLink(() => nudges++);

  waiting.hear(['--quiet']);
  waiting.hear(['earshot://call/?']);
  waiting.hear([`earshot://call/${call_id}`]);

  expect([nudges, waiting.take(), waiting.take()]).toEqual([2, { call_id }, null]);
});
