import type { FormQuestion } from '@shared/contract/evaluation-forms';
import { OctagonAlert } from 'lucide-react';
import { type ComponentType, memo, type PointerEventHandler, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import { AnswerInput } from './answer-input';
import { type Answer, isCritical, isFailing } from './answers';
import { focusQuestion } from './focus-question';
import { Points } from './points';
import styles from './question.module.css';

/** The props of what another part of the window adds to each question. */
export type QuestionPartProps = { question: FormQuestion; answer: Answer; isCurrent: boolean };

type Props = QuestionPartProps & {
  /** Its place in the form, `2.3`. */
  number: string;
  /** Of its section. */
  weight: number;
  /** In hundredths; null while it is not scored. */
  hundredths: number | null;
  onAnswer: (form_question_id: string, answer: Partial<Answer>) => void;
  onCurrent: ((form_question_id: string) => void) | undefined;
  readOnly: boolean;
  Beside: ComponentType<QuestionPartProps> | undefined;
  Below: ComponentType<QuestionPartProps> | undefined;
};

/**
 * What to call when a question gets the focus, and when a pointer is pressed in it. The current question shows more
 * controls, which moves the questions below. So a press makes a question current only once it has ended; otherwise it
 * would end next to the answer. Listen in the capture phase, because a press gives an answer the focus before it arrives
 * here. Afterwards the answer does not keep the focus, or its Space and Enter would take it back.
 */
function useCurrent(choose: () => void): [onFocus: () => void, onPress: PointerEventHandler<HTMLElement>] {
  const isPressed = useRef(false);
  const latest = useRef(choose);
  useLayoutEffect(() => {
    latest.current = choose;
  });
  const onPress: PointerEventHandler<HTMLElement> = ({ currentTarget: question }) => {
    isPressed.current = true;
    const ending = new AbortController();
    const end = () => {
      ending.abort();
      isPressed.current = false;
      // After the click.
      setTimeout(() => {
        latest.current();
        const { activeElement: active } = document;
        if (active === document.body || question.contains(active)) focusQuestion(question);
      });
    };
    for (const event of ['pointerup', 'pointercancel']) window.addEventListener(event, end, { signal: ending.signal });
  };
  return [() => isPressed.current || choose(), onPress];
}

/** One question with its answer. Rendered again only when something of it changes, because a form has up to 500. */
export const Question = memo(function Question({
  number,
  weight,
  hundredths,
  onAnswer,
  onCurrent,
  readOnly,
  ...props
}: Props) {
  const { question, answer, isCurrent, Beside, Below } = props;
  const { t } = useTranslation();
  const id = useId();
  const { form_question_id, title, description, type } = question;
  const [choose, pressed] = useCurrent(() => onCurrent?.(form_question_id));
  const part = { question, answer, isCurrent };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid
    <div
      role="group"
      aria-labelledby={id}
      className={styles.question}
      data-question={form_question_id}
      aria-current={isCurrent || undefined}
      tabIndex={-1}
      onFocus={choose}
      onPointerDownCapture={pressed}
    >
      <span className={styles.number} data-figures>
        {number}
      </span>
      <span id={id} className={styles.title}>
        {title}
      </span>
      {(readOnly ? isFailing(question, answer) : isCritical(question)) && (
        <span className={styles.critical}>
          <Icon of={OctagonAlert} size={14} />
          {t(readOnly ? 'scorecard.failing' : 'scorecard.critical')}
        </span>
      )}
      {type !== 'text' && (
        <span className={styles.points}>
          <Points
            hundredths={hundredths}
            max_points={question.max_points}
            na={answer.na}
            weight={weight * question.weight}
          />
        </span>
      )}
      <div className={styles.answer} data-answer>
        <AnswerInput
          question={question}
          answer={answer}
          onAnswer={(change) => onAnswer(form_question_id, change)}
          readOnly={readOnly}
          labelledBy={id}
        />
        {Beside && <Beside {...part} />}
      </div>
      {isCurrent && description !== '' && <p className={styles.guidance}>{description}</p>}
      {Below && (
        <div className={styles.below}>
          <Below {...part} />
        </div>
      )}
    </div>
  );
});
