import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import styles from './answer.module.css';
import type { AnswerProps } from './answer-props';

type Props = AnswerProps & { choices: readonly (string | number)[] };

// The keys of React Aria. A label may be any text, so keys count the choices.
const none: ReadonlySet<string> = new Set();
const notApplicable = 'na';

/** One of a few answers, or N/A. Pressing the chosen one takes it back. */
export function ChosenAnswer({ question, answer, onAnswer, readOnly, labelledBy, choices }: Props) {
  const nameOf = useAnswerText(question.type);
  const { t } = useTranslation();
  const chosen = answer.na
    ? notApplicable
    : answer.answer === null
      ? undefined
      : String(choices.indexOf(answer.answer));
  return (
    <ToggleButtonGroup
      className={styles.choices ?? ''}
      selectionMode="single"
      aria-labelledby={labelledBy}
      data-passed-keys="ArrowUp ArrowDown"
      isDisabled={readOnly}
      selectedKeys={chosen === undefined ? none : [chosen]}
      onSelectionChange={([key]) =>
        onAnswer({
          na: key === notApplicable,
          answer: key === undefined || key === notApplicable ? null : (choices[Number(key)] ?? null),
        })
      }
    >
      {choices.map((choice, at) => (
        <ToggleButton key={choice} id={String(at)} className={styles.choice ?? ''} data-figures>
          {nameOf(choice)}
        </ToggleButton>
      ))}
      {question.allow_na && (
        <ToggleButton id={notApplicable} className={styles.choice ?? ''}>
          {t('scorecard.na')}
        </ToggleButton>
      )}
    </ToggleButtonGroup>
  );
}

/** The words of an answer: those of yes and no, the label of a choice, a number. */
export function useAnswerText(type: AnswerProps['question']['type']) {
  const { t } = useTranslation();
  const format = useFormat();
  return (answer: string | number): string => {
    if (typeof answer === 'number') return format.figure(answer);
    return type === 'yes_no' && (answer === 'yes' || answer === 'no') ? t(`scorecard.${answer}`) : answer;
  };
}
