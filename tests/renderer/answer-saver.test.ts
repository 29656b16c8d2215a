import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiRefusal } from '../../renderer/api/refusal';
import { AnswerSaver, type Change, type Saved, type SaveState } from '../../renderer/features/evaluations/saver';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A service that answers each request when the test says so. */
function service() {
  const sent: { id: string; change: Change; version: string | null }[] = [];
  const waiting: { done: (saved: Saved) => void; fail: (error: unknown) => void }[] = [];
  const states: SaveState[] = [];
  const refused: { id: string; change: Change }[] = [];
  let version = 1;
  let unread: ApiRefusal | undefined;
  const saved = (): Saved => ({ report: {} as EvaluationReport, version: String(version) });
  const saver = new AnswerSaver('1', {
    send: (id, change, known) => {
      sent.push({ id, change, version: known });
      return new Promise((done, fail) => waiting.push({ done, fail }));
    },
    read: async () => {
      if (unread) throw unread;
      return saved();
    },
    onState: (state) => states.push(state),
    onSaved: () => {},
    onRefused: (id, change) => refused.push({ id, change }),
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    saver,
    sent,
    states,
    refused,
    async acknowledge() {
      version += 1;
      waiting.shift()?.done(saved());
      await settle();
    },
    async fail(status: number) {
      waiting.shift()?.fail(new ApiRefusal(status, {}));
      await settle();
    },
    failToRead: (status: number) => {
      unread = new ApiRefusal(status, {});
    },
    changeElsewhere: () => {
      version += 1;
    },
  };
}

test('answers are sent one after another, in the order given, each with the version that the last one made', async () => {
  const { saver, sent, acknowledge, states } = service();

  saver.give('a', { answer: 1 });
  saver.give('b', { answer: 'yes' });
  saver.give('b', { position: 2000 });
  expect(sent).toHaveLength(1);
  await acknowledge();
  await acknowledge();

  expect(sent).toEqual([
    { id: 'a', change: { answer: 1 }, version: '1' },
    { id: 'b', change: { answer: 'yes', position: 2000 }, version: '2' },
  ]);
  expect(states.at(-1)).toBe('saved');
  expect(saver.pending).toEqual([]);
});

test('what is not acknowledged is sent again with what was given since, and is pending until then', async () => {
  const { saver, sent, fail, acknowledge, states } = service();

  saver.give('a', { answer: 1, comment: 'first' });
  saver.give('b', { answer: 2 });
  await fail(0);
  saver.give('a', { answer: 3 });
  expect(saver.pending).toEqual([
    ['a', { answer: 3, comment: 'first' }],
    ['b', { answer: 2 }],
  ]);
  expect(states).toContain('waiting');
  await vi.advanceTimersByTimeAsync(500);
  await acknowledge();
  await acknowledge();

  expect(sent.slice(1).map(({ id, change }) => [id, change])).toEqual([
    ['a', { answer: 3, comment: 'first' }],
    ['b', { answer: 2 }],
  ]);
  expect(saver.pending).toEqual([]);
});

test('someone else’s change leads to a new version, not to a lost answer', async () => {
  const { saver, sent, fail, acknowledge, changeElsewhere } = service();

  saver.give('a', { answer: 1 });
  changeElsewhere();
  await fail(412);
  await acknowledge();

  expect(sent).toEqual([
    { id: 'a', change: { answer: 1 }, version: '1' },
    { id: 'a', change: { answer: 1 }, version: '2' },
  ]);
});

test('a refused answer is reported and does not stop the others; a lock keeps everything', async () => {
  const { saver, sent, fail, refused } = service();

  saver.give('a', { answer: 99 });
  saver.give('b', { answer: 2 });
  await fail(400);
  expect(refused).toEqual([{ id: 'a', change: { answer: 99 } }]);
  await fail(401);

  expect(sent.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(saver.pending).toEqual([['b', { answer: 2 }]]);
});

test('what was given since a change was sent does not go with it when it is refused', async () => {
  const { saver, sent, fail, acknowledge, refused } = service();

  saver.give('a', { answer: 99, na: false });
  saver.give('a', { comment: 'Good' });
  await fail(400);
  await acknowledge();

  expect(refused).toEqual([{ id: 'a', change: { answer: 99, na: false } }]);
  expect(sent.slice(1)).toEqual([{ id: 'a', change: { comment: 'Good' }, version: '1' }]);
  expect(saver.pending).toEqual([]);
});

test('an answer of the service that cannot be read is not asked for again', async () => {
  const { saver, sent, fail, failToRead, refused, states } = service();

  saver.give('a', { answer: 1 });
  await fail(200);
  saver.give('b', { answer: 2 });
  failToRead(200);
  await fail(412);
  await vi.advanceTimersByTimeAsync(60_000);

  expect(sent.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(refused.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(states).not.toContain('waiting');
});

test('typing is saved after a pause, or at once by flush', async () => {
  const { saver, sent, acknowledge } = service();

  saver.give('a', { comment: 'Go' }, 400);
  await vi.advanceTimersByTimeAsync(300);
  saver.give('a', { comment: 'Good' }, 400);
  await vi.advanceTimersByTimeAsync(300);
  expect(sent).toHaveLength(0);
  const flushed = saver.flush();
  await acknowledge();
  await flushed;

  expect(sent.map(({ change }) => change)).toEqual([{ comment: 'Good' }]);
});
