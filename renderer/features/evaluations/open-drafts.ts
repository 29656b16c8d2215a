import i18next from 'i18next';
import { forgetKept, keep, keptOf, useEndedSession } from '../../core/session-restore';
import { holdUnsaved } from '../../core/unsaved';
import type { Draft } from './draft';
import type { Change } from './saver';

type Open = { draft: Draft; isShown: boolean; close: () => void };

/**
 * The drafts by their evaluations. While the service does not respond, a draft outlives its page, because its answers
 * exist nowhere else. There is only one for an evaluation, or an older answer could be sent after a newer one.
 */
const open = new Map<string, Open>();

/** The draft of an evaluation that is open, otherwise a new one, with what a lock kept unsaved. */
export function draftOf(report_id: string, openNew: (kept: readonly [string, Change][]) => Draft): Draft {
  const known = open.get(report_id);
  if (known) return known.draft;
  const { before, end } = keep(partOf(report_id), (): readonly [string, Change][] => draft.unsaved());
  const draft = openNew(before ?? []);
  const forget = holdUnsaved({
    names: () => (draft.unsaved().length > 0 ? i18next.t('evaluations.unsavedAnswers') : null),
    at: () => (open.get(report_id)?.isShown ? null : { address: `/evaluations/${report_id}` }),
    save: () => draft.saver.flush(),
  });
  const close = () => {
    end();
    forget();
    open.delete(report_id);
  };
  open.set(report_id, { draft, close, isShown: false });
  return draft;
}

const partOf = (report_id: string): string => `answers of ${report_id}`;

/** The state that a lock kept of an evaluation without a draft since. */
export const keptAnswers = (report_id: string): readonly [string, Change][] => keptOf(partOf(report_id)) ?? [];

/** The draft of an evaluation that is open. */
export const openDraftOf = (report_id: string): Draft | undefined => open.get(report_id)?.draft;

/** Gives up what could not be saved of an evaluation. */
export function discardDraft(report_id: string): void {
  forgetKept(partOf(report_id));
  const lost = open.get(report_id);
  lost?.draft.saver.stop();
  lost?.close();
}

/** Marks the draft of an evaluation as shown until the returned function is called. After that, it closes once it is saved. */
export function showDraft(report_id: string): () => void {
  const shown = open.get(report_id);
  if (!shown) return () => {};
  shown.isShown = true;
  return () => {
    shown.isShown = false;
    void shown.draft.saver.flush().then(() => {
      // By then, another session may have opened it again.
      const isOpen = open.get(report_id) === shown;
      if (isOpen && !shown.isShown && shown.draft.unsaved().length === 0) shown.close();
    });
  };
}

// The session has ended. What is not saved was kept before, for the same user.
useEndedSession.subscribe(() => {
  for (const { draft, close } of [...open.values()]) {
    draft.saver.stop();
    close();
  }
});
