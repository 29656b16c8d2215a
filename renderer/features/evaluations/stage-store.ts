import { create } from 'zustand';
import type { Change } from './saver';

/** What the parts of each question need: they stay the same components, so that a change renders one question. */
type Stage = {
  call_id: string | null;
  /** Answers a question; null when the evaluation is only read. */
  answer: ((form_question_id: string, change: Change) => void) | null;
};

export const useStage = create<Stage>()(() => ({ call_id: null, answer: null }));
