import type { FormQuestion } from '@shared/contract/evaluation-forms';
import { pointsOf } from '@shared/evaluation/points';
import type { FormScore } from '@shared/evaluation/scores';
import { OctagonAlert } from 'lucide-react';
import {
  type ComponentType,
  memo,
  type PointerEventHandler,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { AnswerInput } from './answer-input';
import { type Answer, type Answers, answerOf, isCritical, isFailing, type ScoredForm } from './answers';
import { focusQuestion } from './focus-question';
import styles from './scorecard.module.css';

type Props = {
  form: ScoredForm;
  answers: Answers;
  /** The points of these answers, or of those just before. */
  score: FormScore;
  /** The ids of questions that are not shown. */
  hidden: ReadonlySet<string>;
  /** Called with what changes of an answer. */
  onAnswer: (form_question_id: string, answer: Partial<Answer>) => void;
  /** A result. */
  readOnly?: boolean;
  /** The question that is being answered: it is marked, and shows its guidance. */
  current?: string | null;
  /** Called when the focus or the pointer reaches a question. */
  onCurrent?: (form_question_id: string) => void;
  /** What another part of the window adds next to the answer of each question, such as its moment. */
  Beside?: ComponentType<QuestionPartProps>;
  /** The same below the answer, such as a comment. */
  Below?: ComponentType<QuestionPartProps>;
  /** The same at the end of each section. */
  afterSection?: (section: ScoredForm['sections'][number]) => ReactNode;
};

/**
 * A form with its questions and answers, as an evaluator sees it. `onAnswer`, `onCurrent` and the added parts must stay
 * the same ones, otherwise each change renders every question.
 */
export function Scorecard({ form, answers, score, hidden, readOnly = false, current = null, ...props }: Props) {
  const { onAnswer, onCurrent, Beside, Below, afterSection } = props;
  const id = useId();
  return form.sections.map((section, i) => (
    <section key={section.form_section_id} className={styles.section} aria-labelledby={`${id}${i}`}>
      <div className={styles.head}>
        <h3 id={`${id}${i}`} className={styles.title}>
          {section.title}
        </h3>
        <SectionPoints {...score.sections[i]} />
      </div>
      {section.description !== '' && <p className={styles.description}>{section.description}</p>}
      {section.questions.map(
        (question, j) =>
          !hidden.has(question.form_question_id) && (
            <Question
              key={question.form_question_id}
              number={`${i + 1}.${j + 1}`}
              question={question}
              weight={section.weight}
              answer={answerOf(answers, question)}
              hundredths={score.sections[i]?.questions[j] ?? null}
              isCurrent={question.form_question_id === current}
              onAnswer={onAnswer}
              onCurrent={onCurrent}
              readOnly={readOnly}
              Beside={Beside}
              Below={Below}
            />
          ),
      )}
      {afterSection?.(section)}
    </section>
  ));
}

function SectionPoints({ hundredths = 0, max_hundredths = 0 }: { hundredths?: number; max_hundredths?: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (max_hundredths === 0) return null;
  const [points, most] = [format.figure(pointsOf(hundredths)), format.figure(pointsOf(max_hundredths))];
  return (
    <span className={styles.points} data-figures>
      {t('scorecard.sectionPoints', { points, most })}
    </span>
  );
}

type PointsProps = {
  hundredths: number | null;
  max_points: number;
  na: boolean;
  /** How many times they count, by the weights of the question and its section. */
  weight: number;
};

/** The points of a question: earned and possible, and how many times they count. */
function Points({ hundredths, max_points, na, weight }: PointsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const most = format.figure(max_points);
  const text = t('scorecard.points', { points: hundredths === null ? '–' : format.figure(pointsOf(hundredths)), most });
  return (
    <span className={styles.pointsPoints} data-figures>
      {na ? <s>{text}</s> : text}
      {weight !== 1 && ` ${t('scorecard.weight', { weight: format.figure(weight) })}`}
    </span>
  );
}

/** The props of what another part of the window adds to each question. */
type QuestionPartProps = { question: FormQuestion; answer: Answer; isCurrent: boolean };

type QuestionProps = QuestionPartProps & {
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
const Question = memo(function Question({
  number,
  weight,
  hundredths,
  onAnswer,
  onCurrent,
  readOnly,
  ...props
}: QuestionProps) {
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
      data-conditional={question.show_if !== null || undefined}
      data-question={form_question_id}
      aria-current={isCurrent || undefined}
      tabIndex={-1}
      onFocus={choose}
      onPointerDownCapture={pressed}
    >
      <span className={styles.number} data-figures>
        {number}
      </span>
      <span id={id} className={styles.questionTitle}>
        {title}
      </span>
      {(readOnly ? isFailing(question, answer) : isCritical(question)) && (
        <span className={styles.critical}>
          <Icon of={OctagonAlert} size={14} />
          {t(readOnly ? 'scorecard.failing' : 'scorecard.critical')}
        </span>
      )}
      {type !== 'text' && question.is_scored && (
        <span className={styles.questionPoints}>
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
