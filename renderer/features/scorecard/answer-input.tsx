import type { AnswerProps } from './answer-props';
import { choicesOf } from './answers';
import { ChosenAnswer } from './chosen-answer';
import { NumberAnswer } from './number-answer';
import { TextAnswer } from './text-answer';

/** The input for an answer, which depends on the type of the question. */
export function AnswerInput(props: AnswerProps) {
  const choices = choicesOf(props.question, props.answer.answer);
  if (choices) return <ChosenAnswer {...props} choices={choices} />;
  return props.question.type === 'numeric' ? <NumberAnswer {...props} /> : <TextAnswer {...props} />;
}
