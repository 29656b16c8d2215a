import { pointsOf } from '@shared/evaluation/points';
import { type FormScore, isPassed } from '@shared/evaluation/scores';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Verdict } from '../scorecard';
import { ScoreBar } from './score-bar';
import styles from './score-footer.module.css';

type Props = {
  score: FormScore;
  pass_threshold: number | null;
  /** Answers are missing, so there is no verdict yet. */
  isOpen?: boolean;
  children?: ReactNode;
};

/** The result so far: percentage, points, a bar with the pass mark; once complete, whether it passes; then what there is to do. */
export function ScoreFooter({ score, pass_threshold, isOpen = false, children }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const points = format.figure(pointsOf(score.hundredths));
  const most = format.figure(pointsOf(score.max_hundredths));
  const isFailed = isOpen ? score.fails : isPassed(score, pass_threshold) === false;
  return (
    <footer className={styles.foot}>
      <div className={styles.result}>
        <span className={styles.percent} data-figures>
          {score.score === null ? '–' : format.percent(score.score)}
        </span>
        <span className={styles.points} data-figures>
          {t(isOpen ? 'evaluations.pointsSoFar' : 'evaluations.points', { points, most })}
        </span>
      </div>
      <div className={styles.middle}>
        <ScoreBar size="wide" score={score.score ?? 0} pass_threshold={pass_threshold} isFailed={isFailed} />
        <p className={styles.words} data-figures>
          {(!isOpen || score.fails) && (
            <Verdict score={score} pass_threshold={score.score === null ? null : pass_threshold} />
          )}
          {pass_threshold !== null && (
            <span className={styles.passesAt}>{t('evaluations.passesAt', { percent: pass_threshold })}</span>
          )}
        </p>
      </div>
      {children}
    </footer>
  );
}
