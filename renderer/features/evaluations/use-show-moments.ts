import { useEffect } from 'react';
import { type Moment, markMoments } from '../player';
import { type Answers, answerOf, type ScoredForm } from '../scorecard';

/** Marks the linked moments of answers above the lanes of the call, with the numbers of their questions. */
export function useShowMoments(call_id: string, form: ScoredForm, answers: Answers): void {
  const moments = form.sections.flatMap(({ questions }, i) =>
    questions.flatMap((question, j): Moment[] => {
      const { position } = answerOf(answers, question);
      if (position === null) return [];
      return [{ label: `${i + 1}.${j + 1}`, title: question.title, position, end_position: null }];
    }),
  );
  // The answers change with every key, their moments seldom.
  const marked = JSON.stringify(moments);
  useEffect(() => markMoments('answers', { call_id, moments: JSON.parse(marked) }), [call_id, marked]);
}
