/** The answer to a question: a label, a list of labels, a number or a text; null when unanswered. */
export type Answer = string | number | string[] | null;

/**
 * When a question is shown: the earlier question with this key has one of these answers, or a number within these bounds.
 */
export type Condition = {
  key: string;
  any_of?: readonly (string | number)[] | undefined;
  at_least?: number | undefined;
  at_most?: number | undefined;
};

/** A question that may be shown only under a condition, with its answer. */
export type Conditional = { key: string | null; show_if: Condition | null; answer: Answer; na: boolean };

/** Whether an answer is this label or number, or has it among its labels. */
export const isAmong = (answer: Answer, one: string | number): boolean =>
  Array.isArray(answer) ? answer.some((label) => label === one) : answer === one;

/** Whether a condition holds for the answer to its question. */
function holdsFor({ any_of, at_least, at_most }: Condition, { answer, na }: Conditional): boolean {
  if (na || answer === null) return false;
  if (any_of) return any_of.some((one) => isAmong(answer, one));
  return typeof answer === 'number' && answer >= (at_least ?? answer) && answer <= (at_most ?? answer);
}

/** The questions of a form, in its order, that are hidden: the question of their condition is hidden, or not so answered. */
export function hiddenIn<Q extends Conditional>(sections: readonly { questions: readonly Q[] }[]): Set<Q> {
  const hidden = new Set<Q>();
  const earlier = new Map<string, Q>();
  for (const question of sections.flatMap(({ questions }) => questions)) {
    const { key, show_if } = question;
    const source = show_if && earlier.get(show_if.key);
    if (show_if && !(source && !hidden.has(source) && holdsFor(show_if, source))) hidden.add(question);
    if (key !== null && !earlier.has(key)) earlier.set(key, question);
  }
  return hidden;
}
