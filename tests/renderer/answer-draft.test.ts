import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiRefusal } from '../../renderer/api/refusal';
import { openDraft } from '../../renderer/features/evaluations/draft';
import type { Change } from '../../renderer/features/evaluations/saver';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A draft whose service refuses the answer 99, and one with questions in words. */
function opened({ kept = [] }: { kept?: [string, Change][] } = {}) {
  const sent: [string, Change][] = [];
  const saved = { report: {} as EvaluationReport, version: null };
  const draft = openDraft({
    version: null,
    typed: new Set(['words']),
    kept,
    stored: { a: { answer: null, comment: '' }, words: { answer: null } },
    // `why` is shown only while the answer to `a` is no.
    hiddenWith: ({ a }) => new Set(a?.answer === 'no' ? [] : ['why']),
    send: async (id, change) => {
      sent.push([id, change]);
      if (change.answer === 99) throw new ApiRefusal(400, { error: 'InvalidRecord' });
      return saved;
    },
    read: async () => saved,
    onSaved: () => {},
  });
  return { draft, sent, now: () => draft.store.getState() };
}

test('a refused answer stays as it was given, with the reason, until it is corrected', async () => {
  const { draft, sent, now } = opened();

  draft.answer('a', { comment: 'Good' });
  await vi.advanceTimersByTimeAsync(400);
  draft.answer('a', { answer: 99 });
  draft.answer('b', { answer: 2 });
  await vi.advanceTimersByTimeAsync(0);

  expect(now().given).toEqual({ a: { answer: 99, comment: 'Good' }, b: { answer: 2 } });
  expect(now().refused).toEqual({ a: { change: { answer: 99 }, error: expect.any(ApiRefusal) } });
  expect(draft.unsaved()).toEqual([['a', { answer: 99 }]]);
  expect(now().state).toBe('saved');

  draft.answer('a', { position: 2000 });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)).toEqual(['a', { position: 2000 }]);
  expect(draft.unsaved()).toEqual([['a', { answer: 99 }]]);

  draft.answer('a', { answer: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(now()).toMatchObject({ given: { a: { answer: 1, comment: 'Good' } }, refused: {} });
  expect(draft.unsaved()).toEqual([]);
});

test('another answer that was given meanwhile stays when the one before is refused', async () => {
  const { draft, sent, now } = opened();

  draft.answer('a', { answer: 99 });
  draft.answer('a', { answer: 5 });
  await vi.advanceTimersByTimeAsync(0);

  expect(sent).toEqual([
    ['a', { answer: 99 }],
    ['a', { answer: 5 }],
  ]);
  expect(now()).toMatchObject({ given: { a: { answer: 5 } }, refused: {} });
});

test('what an earlier draft could not save is shown at once, and sent once', async () => {
  const { draft, sent, now } = opened({ kept: [['words', { answer: 'Calm' }]] });
  expect(now().given).toEqual({ words: { answer: 'Calm' } });

  draft.restore();
  draft.answer('words', { answer: 'Calm and clear' });
  await vi.advanceTimersByTimeAsync(10_000);

  expect(sent).toEqual([
    ['words', { answer: 'Calm' }],
    ['words', { answer: 'Calm and clear' }],
  ]);
  expect(now()).toMatchObject({ given: { words: { answer: 'Calm and clear' } }, state: 'saved' });
});

test('changes are taken back and given again one by one, and typing in one field is one change', async () => {
  const { draft, sent, now } = opened();

  draft.answer('a', { answer: 3 });
  draft.answer('words', { answer: 'C' });
  draft.answer('words', { answer: 'Calm' });
  await vi.advanceTimersByTimeAsync(400);
  expect([draft.undo(), draft.undo(), draft.undo()]).toEqual(['words', 'a', undefined]);
  await vi.advanceTimersByTimeAsync(0);
  expect(now()).toMatchObject({ given: { a: { answer: null }, words: { answer: null } }, state: 'saved' });

  expect(draft.redo()).toBe('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)).toEqual(['a', { answer: 3 }]);
  draft.answer('a', { answer: 4 });
  expect(draft.redo()).toBeUndefined();
});

test('after a pause in typing, the rest is undone on its own', async () => {
  const { draft, now } = opened();

  draft.answer('words', { answer: 'Calm' });
  await vi.advanceTimersByTimeAsync(1500);
  draft.answer('words', { answer: 'Calm and clear' });
  draft.undo();

  expect(now().given).toEqual({ words: { answer: 'Calm' } });
});

test('an answer changes what is shown once', () => {
  const { draft } = opened();
  draft.answer('a', { answer: 1 });
  const shown: unknown[] = [];
  draft.store.subscribe((state) => shown.push(state));

  draft.answer('a', { answer: 2 });

  expect(shown).toHaveLength(1);
});

test('an answer that is given again changes nothing, and is not a step of its own', async () => {
  const { draft, sent } = opened();
  draft.answer('a', { answer: 1 });
  draft.answer('a', { answer: 1 });
  await vi.advanceTimersByTimeAsync(0);

  expect(sent).toEqual([['a', { answer: 1 }]]);
  expect([draft.undo(), draft.undo()]).toEqual(['a', undefined]);
});

test('a refused answer that is given again is sent again', async () => {
  const { draft, sent } = opened();
  draft.answer('a', { answer: 99 });
  await vi.advanceTimersByTimeAsync(0);
  draft.answer('a', { answer: 99 });
  await vi.advanceTimersByTimeAsync(0);

  expect(sent).toEqual([
    ['a', { answer: 99 }],
    ['a', { answer: 99 }],
  ]);
});

test('while the evaluation is being completed, nothing is changed, taken back or given again', async () => {
  const { draft, sent, now } = opened();
  draft.answer('a', { answer: 1 });
  await vi.advanceTimersByTimeAsync(0);

  draft.hold(true);
  draft.answer('a', { comment: 'Late' });
  expect(draft.undo()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(400);
  expect([sent.length, now().given]).toEqual([1, { a: { answer: 1 } }]);

  draft.hold(false);
  expect(draft.undo()).toBe('a');
});

test('what a question that is shown again was answered is given again, and a hidden one sends nothing', async () => {
  const { draft, sent, now } = opened();
  draft.answer('a', { answer: 'no' });
  draft.answer('why', { answer: 'late' });
  await vi.advanceTimersByTimeAsync(0);

  draft.answer('why', { comment: 'not sent any more' });
  draft.answer('a', { answer: 'yes' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.map(([id]) => id)).toEqual(['a', 'why', 'a']);

  draft.undo();
  await vi.advanceTimersByTimeAsync(1_000);

  expect(sent.slice(3)).toEqual([
    ['a', { answer: 'no' }],
    ['why', { answer: 'late', comment: 'not sent any more' }],
  ]);
  expect(now().given.why).toEqual({ answer: 'late', comment: 'not sent any more' });
});
