import type { FormQuestion } from '@shared/contract/evaluation-forms';
import { longestText } from '@shared/contract/evaluation-reports';
import { hundredthsOf } from '@shared/evaluation/points';
import { Square, SquareCheck } from 'lucide-react';
import { useCallback, useState } from 'react';
import { type Key, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { NumberField } from '../../ui/number-field';
import { TextField } from '../../ui/text-field';
import styles from './answer-input.module.css';
import { type Answer, choicesOf } from './answers';

/** The input for an answer, which depends on the type of the question. */
export function AnswerInput(props: AnswerProps) {
  const choices = choicesOf(props.question, props.answer.answer);
  if (props.question.type === 'multi') return <SeveralAnswers {...props} />;
  if (choices) return <ChosenAnswer {...props} choices={choices} />;
  return props.question.type === 'numeric' ? <NumberAnswer {...props} /> : <TextAnswer {...props} />;
}

type ChosenAnswerProps = AnswerProps & { choices: readonly (string | number)[] };

// The keys of React Aria. A label may be any text, so keys count the choices.
const none: ReadonlySet<string> = new Set();
const notApplicable = 'na';

/** One of a few answers, or N/A. Pressing the chosen one takes it back. */
function ChosenAnswer({ question, answer, onAnswer, readOnly, labelledBy, choices }: ChosenAnswerProps) {
  const givenText = useGivenText();
  const { t } = useTranslation();
  const chosen = answer.na
    ? notApplicable
    : typeof answer.answer === 'object'
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
          {givenText(question.type, { answer: choice, na: false })}
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

const noneOfThese = 'none';

/** Any of several answers, none of them, or N/A. Pressing the only chosen one takes the answer back. */
function SeveralAnswers({ question, answer, onAnswer, readOnly, labelledBy }: AnswerProps) {
  const { t } = useTranslation();
  const labels = question.options.map(({ label }) => label);
  const given = Array.isArray(answer.answer) ? answer.answer : null;
  const chosen = answer.na
    ? [notApplicable]
    : given?.length === 0
      ? [noneOfThese]
      : (given ?? []).map((label) => String(labels.indexOf(label)));
  const change = (keys: Set<Key>) => {
    const [pressed] = [...keys].filter((key) => !chosen.includes(String(key)));
    if (pressed === notApplicable) return onAnswer({ na: true, answer: null });
    if (pressed === noneOfThese) return onAnswer({ na: false, answer: [] });
    const left = labels.filter((_, at) => keys.has(String(at)));
    onAnswer({ na: false, answer: left.length === 0 ? null : left });
  };
  return (
    <ToggleButtonGroup
      className={styles.choices ?? ''}
      selectionMode="multiple"
      aria-labelledby={labelledBy}
      data-passed-keys="ArrowUp ArrowDown"
      isDisabled={readOnly}
      selectedKeys={chosen}
      onSelectionChange={change}
    >
      {labels.map((label, at) => (
        <ToggleButton key={label} id={String(at)} className={styles.choice ?? ''}>
          {({ isSelected }) => (
            <>
              <Icon of={isSelected ? SquareCheck : Square} size={14} />
              {label}
            </>
          )}
        </ToggleButton>
      ))}
      <ToggleButton id={noneOfThese} className={styles.choice ?? ''}>
        {t('scorecard.noneOfThese')}
      </ToggleButton>
      {question.allow_na && (
        <ToggleButton id={notApplicable} className={styles.choice ?? ''}>
          {t('scorecard.na')}
        </ToggleButton>
      )}
    </ToggleButtonGroup>
  );
}

/** The words of an answer: those of yes and no, the label of a choice, several in a list, a number, N/A, or a dash. */
export function useGivenText() {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    (type: AnswerProps['question']['type'], { answer, na }: Pick<Answer, 'answer' | 'na'>): string => {
      if (na) return t('scorecard.na');
      if (answer === null) return '–';
      if (Array.isArray(answer)) return answer.length === 0 ? t('scorecard.noneOfThese') : format.list(answer);
      if (typeof answer === 'number') return format.figure(answer);
      return type === 'yes_no' && (answer === 'yes' || answer === 'no') ? t(`scorecard.${answer}`) : answer;
    },
    [t, format],
  );
}

/** A number from 0 to the points of the question, with at most two decimals. A wrong one stays in the field, and counts as no answer. */
function NumberAnswer(props: AnswerProps) {
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

/** An answer in words, which has no points. */
function TextAnswer(props: AnswerProps) {
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

/** N/A next to an answer that is typed. */
function NotApplicable({ question, answer, onAnswer, readOnly }: AnswerProps) {
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

/** The props of the input of each type of question. */
type AnswerProps = {
  question: FormQuestion;
  answer: Answer;
  onAnswer: (answer: Partial<Answer>) => void;
  readOnly: boolean;
  /** The id of the element that shows the question. */
  labelledBy: string;
};
