import type { Call } from '@shared/contract/calls';
import { create } from 'zustand';
import type { Change } from './saver';

/** What the parts of each question need: they stay the same components, so that a change renders one question. */
type Stage = {
  /** The call on the stage, which the deck plays until another one is chosen; null if the user does not see it. */
  call: Call | null;
  /** Answers a question; null when the evaluation is only read. */
  answer: ((form_question_id: string, change: Change) => void) | null;
  /** Why the last change of an answer was refused, by question. */
  refused: Readonly<Record<string, unknown>>;
};

export const useStage = create<Stage>()(() => ({ call: null, answer: null, refused: {} }));
