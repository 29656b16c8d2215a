import { pointsOf } from '@shared/evaluation/points';
import type { FormScore } from '@shared/evaluation/scores';
import { RotateCcw } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import {
  type Answer,
  type Answers,
  hiddenWith,
  Scorecard,
  type ScoredForm,
  scoreAnswers,
  unanswered,
  Verdict,
} from '../scorecard';
import styles from './live-form.module.css';

type Props = {
  form: ScoredForm;
  /** The question that is open in the outline. */
  current: string | null;
  onCurrent: (form_question_id: string) => void;
};

/** The form as the evaluator sees it. It can be answered, and adds up, but nothing of it is stored. */
export function LiveForm({ form, current, onCurrent }: Props) {
  const { t } = useTranslation();
  const [answers, setAnswers] = useState<Answers>({});
  const score = useMemo(() => scoreAnswers(form, answers), [form, answers]);
  const hidden = useMemo(() => hiddenWith(form, answers), [form, answers]);
  const onAnswer = useCallback(
    (id: string, answer: Partial<Answer>) =>
      setAnswers((all) => ({ ...all, [id]: { ...unanswered, ...all[id], ...answer } })),
    [],
  );
  return (
    <section className={styles.live} aria-labelledby="live-form">
      <div className={styles.head}>
        <h2 id="live-form" className={styles.title}>
          {t('forms.live')}
        </h2>
        <Button look="quiet" icon={<Icon of={RotateCcw} size={14} />} onPress={() => setAnswers({})}>
          {t('forms.clearAnswers')}
        </Button>
      </div>
      <div className={styles.questions}>
        <Scorecard
          form={form}
          answers={answers}
          score={score}
          hidden={hidden}
          onAnswer={onAnswer}
          current={current}
          onCurrent={onCurrent}
        />
      </div>
      <Result score={score} pass_threshold={form.pass_threshold} />
    </section>
  );
}

function Result({ score, pass_threshold }: { score: FormScore } & Pick<ScoredForm, 'pass_threshold'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const figures = (hundredths: number) => format.figure(pointsOf(hundredths));
  return (
    <div className={styles.result} role="status">
      {score.score !== null && (
        <div>
          <p className={styles.score} data-figures>
            {format.percent(score.score)}
          </p>
          <p className={styles.soFar}>{t('forms.soFar')}</p>
        </div>
      )}
      <p className={styles.sections} data-figures>
        {score.score === null
          ? t('forms.answerFirst')
          : t('forms.pointsOf', { points: figures(score.hundredths), most: figures(score.max_hundredths) })}
      </p>
      <Verdict score={score} pass_threshold={pass_threshold} />
    </div>
  );
}
