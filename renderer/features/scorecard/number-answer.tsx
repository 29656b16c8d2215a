import { hundredthsOf } from '@shared/evaluation/points';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { NumberField } from '../../ui/number-field';
import styles from './answer.module.css';
import type { AnswerProps } from './answer-props';
import { NotApplicable } from './not-applicable';

/** A number from 0 to the points of the question, with at most two decimals. A wrong one stays in the field, and counts as no answer. */
export function NumberAnswer(props: AnswerProps) {
  const { question, answer, onAnswer, readOnly } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const [wrong, setWrong] = useState<number | null>(null);
  const { max_points } = question;
  const given = typeof answer.answer === 'number' ? answer.answer : null;
  const isRight = (value: number) => value >= 0 && value <= max_points && hundredthsOf(value) !== undefined;
  const change = (value: number | null) => {
    const isTaken = value === null || isRight(value);
    setWrong(isTaken ? null : value);
    onAnswer({ answer: isTaken ? value : null, na: false });
  };
  return (
    <div className={styles.typed}>
      <div className={styles.number} data-passed-keys="ArrowUp ArrowDown Enter">
        <NumberField
          label={question.title}
          labelHidden
          decimals
          value={given ?? (answer.na ? null : wrong)}
          onChange={change}
          readOnly={readOnly}
          message={
            wrong === null || given !== null || answer.na
              ? undefined
              : t('scorecard.range', { most: format.figure(max_points) })
          }
        />
      </div>
      <NotApplicable {...props} />
    </div>
  );
}
