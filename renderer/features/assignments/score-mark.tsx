import { CircleCheck, CircleX, OctagonAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names';
import styles from './score-mark.module.css';

type Props = {
  /** In percent. */
  score: number;
  is_passed: boolean | null;
  /** An answer fails the form, whatever the score is. */
  fails: boolean;
};

/** The result of an evaluation: its score with a check, a cross, or the octagon of a critical answer. */
export function ScoreMark({ score, is_passed, fails }: Props) {
  const { t } = useTranslation();
  const verdict = is_passed === null ? undefined : fails ? 'fails' : is_passed ? 'passes' : 'misses';
  const Icon = verdict && { passes: CircleCheck, misses: CircleX, fails: OctagonAlert }[verdict];
  return (
    <span className={styles.mark} data-figures>
      {score}
      {Icon && (
        <>
          <Icon
            className={classNames(verdict === 'passes' ? styles.passes : styles.fails)}
            size={14}
            strokeWidth={1.75}
            aria-hidden="true"
          />
          <span className="visually-hidden">{t(`assignments.verdict.${verdict}`)}</span>
        </>
      )}
    </span>
  );
}
