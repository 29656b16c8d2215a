import { longestText } from '@shared/contract/evaluation-reports';
import { TextField } from '../../ui/text-field';
import styles from './answer.module.css';
import type { AnswerProps } from './answer-props';
import { NotApplicable } from './not-applicable';

/** An answer in words, which has no points. */
export function TextAnswer(props: AnswerProps) {
  const { question, answer, onAnswer, readOnly } = props;
  return (
    <div className={styles.typed}>
      <div className={styles.text}>
        <TextField
          label={question.title}
          labelHidden
          long
          spellCheck
          max={longestText}
          stops
          value={typeof answer.answer === 'string' ? answer.answer : ''}
          onChange={(text) => onAnswer({ answer: text === '' ? null : text, na: false })}
          readOnly={readOnly}
        />
      </div>
      <NotApplicable {...props} />
    </div>
  );
}
