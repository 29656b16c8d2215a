import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiRefusal } from '../../renderer/api/refusal';
import { forgetEndedSession } from '../../renderer/core/session-restore';
import { saveAtOnce, unsavedNames } from '../../renderer/core/unsaved';
import { openDraft } from '../../renderer/features/evaluations/draft';
import { discardDraft, draftOf, openDraftOf, showDraft } from '../../renderer/features/evaluations/open-drafts';
import type { Change } from '../../renderer/features/evaluations/saver';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  forgetEndedSession();
  vi.useRealTimers();
});

/** A service that does not respond until `respond` is called. */
function service() {
  const sent: Change[] = [];
  const stored: Change = {};
  let responds = false;
  const saved = { report: {} as EvaluationReport, version: null };
  return {
    sent,
    stored,
    respond: () => {
      responds = true;
    },
    open: () =>
      draftOf('report', (kept) =>
        openDraft({
          version: null,
          typed: new Set<string>(),
          kept,
          stored: {},
          hiddenWith: () => new Set<string>(),
          read: async () => saved,
          onSaved() {},
          send: async (_, change) => {
            sent.push(change);
            if (!responds) throw new ApiRefusal(0, {});
            Object.assign(stored, change);
            return saved;
          },
        }),
      ),
  };
}

test('a draft that is not saved yet is taken up again, so that its older answer is not sent last', async () => {
  const { open, respond, stored, sent } = service();
  const first = open();
  const leave = showDraft('report');
  first.answer('a', { answer: 1 });
  await vi.advanceTimersByTimeAsync(0);

  leave();
  const again = open();
  const leaveAgain = showDraft('report');
  again.answer('a', { answer: 2 });
  respond();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(again).toBe(first);
  expect([stored, sent.at(-1), again.unsaved()]).toEqual([{ answer: 2 }, { answer: 2 }, []]);
  leaveAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(open()).not.toBe(first);
});

test('what is not saved is named until it is saved, and saved before the window is left', async () => {
  const { open, respond } = service();
  open().answer('a', { comment: 'Good' });
  await vi.advanceTimersByTimeAsync(500);

  const late = saveAtOnce(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await late).toHaveLength(1);
  respond();
  const inTime = saveAtOnce(1_000);
  await vi.advanceTimersByTimeAsync(1_000);

  expect([await inTime, unsavedNames()]).toEqual([[], []]);
});

test('at the end of the session a draft sends nothing more', async () => {
  const { open, respond, sent } = service();
  open().answer('a', { answer: 1 });
  await vi.advanceTimersByTimeAsync(0);

  forgetEndedSession();
  respond();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(sent).toHaveLength(1);
});

test('what was refused for good is named until it is discarded', async () => {
  const saved = { report: {} as EvaluationReport, version: null };
  const draft = draftOf('report', (kept) =>
    openDraft({
      version: null,
      typed: new Set<string>(),
      kept,
      stored: {},
      hiddenWith: () => new Set<string>(),
      read: async () => saved,
      onSaved() {},
      send: async () => {
        throw new ApiRefusal(409, {});
      },
    }),
  );
  const leave = showDraft('report');
  draft.answer('a', { answer: 1 });
  await vi.advanceTimersByTimeAsync(0);
  leave();
  await vi.advanceTimersByTimeAsync(0);

  const [names, shown] = [unsavedNames(), openDraftOf('report')];
  discardDraft('report');

  expect([names.length, shown]).toEqual([1, draft]);
  expect([unsavedNames(), openDraftOf('report')]).toEqual([[], undefined]);
});
