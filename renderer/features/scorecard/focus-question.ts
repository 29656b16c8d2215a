const isText = (element: Element): boolean => element.matches('input, textarea');

/** The element of a question; null if it is not on the page. */
export const questionElement = (form_question_id: string): HTMLElement | null =>
  document.querySelector(`[data-question="${CSS.escape(form_question_id)}"]`);

/** The field of a question that is answered by typing; null for other questions, and in a result. */
export const fieldIn = (question: Element): HTMLElement | null =>
  question.querySelector('[data-answer] :is(input, textarea):not([readonly], [disabled])');

/**
 * Moves the focus to a question: to its field if it is answered by typing, because what is typed there is the answer,
 * otherwise to the question itself, where the keys of the form and of the player work. Text that is being written in the
 * question, such as its comment, keeps the focus.
 */
export function focusQuestion(question: HTMLElement): void {
  const { activeElement: active } = document;
  if (active && question.contains(active) && isText(active)) return;
  (fieldIn(question) ?? question).focus({ preventScroll: true });
}
