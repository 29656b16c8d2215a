import { longestText } from '@shared/contract/evaluation-reports';
import { TextField } from '../../ui/text-field';
import styles from './answer.module.css';
import type { AnswerProps } from './answer-props';
import { NotApplicable } from './not-applicable';

/** An answer in words, which has no points. */
export function TextAnswer(props: AnswerProps) {
  const { question, answer, onAnswer, readOnly } = props;
  const text = typeof answer.answer === 'string' ? answer.answer : '';
  return (
    <div className={styles.typed}>
      <div className={styles.text}>
        {readOnly ? (
          <p className={styles.given}>{text || '–'}</p>
        ) : (
          <TextField
            label={question.title}
            labelHidden
            long
            spellCheck
            max={longestText}
            stops
            value={text}
            onChange={(text) => onAnswer({ answer: text === '' ? null : text, na: false })}
          />
        )}
      </div>
      <NotApplicable {...props} />
    </div>
  );
}
