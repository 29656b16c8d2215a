import { useEffect } from 'react';
import { markMoments } from '../player';
import { type Answers, answerOf, type ScoredForm } from '../scorecard';

/** Marks the linked moments of answers above the lanes of the call, with the numbers of their questions. */
export function useShowMoments(call_id: string, form: ScoredForm, answers: Answers): void {
  useEffect(() => {
    const moments = form.sections.flatMap(({ questions }, i) =>
      questions.flatMap((question, j) => {
        const { position } = answerOf(answers, question);
        if (position === null) return [];
        return [{ label: `${i + 1}.${j + 1}`, title: question.title, position, end_position: null }];
      }),
    );
    return markMoments('answers', { call_id, moments });
  }, [call_id, form, answers]);
}
