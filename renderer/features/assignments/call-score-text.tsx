import type { CallScore } from '@shared/contract/call-scores';
import { useTranslation } from 'react-i18next';
import { ScoreMark } from './score-mark';

/** The score of a call, that its evaluation is a draft, or a dash. */
export function CallScoreText({ score }: { score: CallScore | undefined }) {
  const { t } = useTranslation();
  if (score?.status === 'in_progress') return t('assignments.draft');
  if (score?.status !== 'completed' || score.score === null) return '–';
  return <ScoreMark score={score.score} is_passed={score.is_passed} fails={score.answer_fail_form} />;
}
