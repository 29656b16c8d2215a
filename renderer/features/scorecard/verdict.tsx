import { type FormScore, isPassed } from '@shared/evaluation/scores';
import { CircleCheck, CircleX, OctagonAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names';
import styles from './verdict.module.css';

type Props = { score: Pick<FormScore, 'score' | 'fails'>; pass_threshold: number | null };

/** Whether a result passes, in words and with a shape; nothing if it can do neither. */
export function Verdict({ score, pass_threshold }: Props) {
  const { t } = useTranslation();
  const passes = isPassed(score, pass_threshold);
  if (passes === null) return null;
  const [Icon, text] = score.fails
    ? [OctagonAlert, t('scorecard.failsCall')]
    : passes
      ? [CircleCheck, t('scorecard.passes')]
      : [CircleX, t('scorecard.misses')];
  return (
    <span className={classNames(styles.verdict, passes ? styles.passes : styles.fails)}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {text}
    </span>
  );
}
