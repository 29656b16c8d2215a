import { ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import styles from './answer.module.css';
import type { AnswerProps } from './answer-props';

/** N/A next to an answer that is typed. */
export function NotApplicable({ question, answer, onAnswer, readOnly }: AnswerProps) {
  const { t } = useTranslation();
  if (!question.allow_na) return null;
  return (
    <ToggleButton
      className={styles.choice ?? ''}
      isSelected={answer.na}
      isDisabled={readOnly}
      onChange={(na) => onAnswer(na ? { na, answer: null } : { na })}
    >
      {t('scorecard.na')}
    </ToggleButton>
  );
}
