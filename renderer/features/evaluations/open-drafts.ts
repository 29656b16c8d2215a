import i18next from 'i18next';
import { keep, useLeft } from '../../core/left';
import { holdUnsaved } from '../../core/unsaved';
import type { Draft } from './draft';
import type { Change } from './saver';

type Open = { draft: Draft; close: () => void };

/**
 * The drafts by their evaluations. While the service does not respond, a draft outlives its page, because its answers
 * exist nowhere else. There is only one for an evaluation, or an older answer could be sent after a newer one.
 */
const open = new Map<string, Open>();

/** The draft that still has to save something of an evaluation, otherwise a new one, with what a lock kept unsaved. */
export function draftOf(report_id: string, openNew: (kept: readonly [string, Change][]) => Draft): Draft {
  const known = open.get(report_id);
  if (known && known.draft.unsaved().length > 0) return known.draft;
  known?.close();
  const { before, end } = keep(`answers of ${report_id}`, (): readonly [string, Change][] => draft.unsaved());
  const draft = openNew(before ?? []);
  const forget = holdUnsaved({
    names: () => (draft.unsaved().length > 0 ? i18next.t('evaluations.unsavedAnswers') : null),
    save: () => draft.saver.flush(),
  });
  const close = () => {
    end();
    forget();
    open.delete(report_id);
  };
  open.set(report_id, { draft, close });
  return draft;
}

// The session has ended. What is not saved was kept before, for the same user.
useLeft.subscribe(() => {
  for (const { draft, close } of open.values()) {
    draft.saver.stop();
    close();
  }
});
