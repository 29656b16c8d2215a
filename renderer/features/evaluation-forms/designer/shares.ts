import { pointsOf } from '@shared/evaluation/points';
import { scoreForm } from '@shared/evaluation/scores';
import type { ScoredForm } from '../../scorecard';

/** The points of a section without its own weight, and its share of the result in percent. */
export type Share = { points: number; percent: number };

/** How much each section counts when every question is answered, and the points in all, with the weights. One that subtracts has no share. */
export function sharesOf({ sections }: ScoredForm): { sections: Share[]; points: number } {
  // Any answer gives the maximum; texts are never scored. Questions with a condition count as if they were shown.
  const answered = sections.map(({ weight, questions }) => ({
    weight,
    questions: questions.map((question) => ({ ...question, show_if: null, answer: 0, na: false })),
  }));
  const total = scoreForm(answered);
  const own = scoreForm(answered.map((section) => ({ ...section, weight: 1 })));
  return {
    points: pointsOf(total.max_hundredths),
    sections: total.sections.map(({ max_hundredths }, at) => ({
      points: pointsOf(own.sections[at]?.max_hundredths ?? 0),
      percent: total.max_hundredths === 0 ? 0 : (100 * max_hundredths) / total.max_hundredths,
    })),
  };
}
