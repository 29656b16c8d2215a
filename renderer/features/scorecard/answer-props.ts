import type { FormQuestion } from '@shared/contract/evaluation-forms';
import type { Answer } from './answers';

/** The props of the input of each type of question. */
export type AnswerProps = {
  question: FormQuestion;
  answer: Answer;
  onAnswer: (answer: Partial<Answer>) => void;
  readOnly: boolean;
  /** The id of the element that shows the question. */
  labelledBy: string;
};
