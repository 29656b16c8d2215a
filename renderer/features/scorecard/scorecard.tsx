import { pointsOf } from '@shared/evaluation/points';
import type { FormScore } from '@shared/evaluation/scores';
import { type ComponentType, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { type Answer, type Answers, answerOf, type ScoredForm } from './answers';
import { Question, type QuestionPartProps } from './question';
import styles from './scorecard.module.css';

type Props = {
  form: ScoredForm;
  answers: Answers;
  /** The points of these answers, or of those just before. */
  score: FormScore;
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
export function Scorecard({ form, answers, score, readOnly = false, current = null, ...props }: Props) {
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
      {section.questions.map((question, j) => (
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
      ))}
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
