import type { CallScore } from '@shared/contract/call-scores';
import type { Call } from '@shared/contract/calls';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { ScoreMark } from '../../assignments';

/** The scores of the calls that the list shows, so that rows need not be rendered again with them. */
export const ShownScores = createContext<ReadonlyMap<string, CallScore>>(new Map());

/** The score of a call, or that its evaluation is a draft. */
export function ScoreCell({ call: { call_id } }: { call: Call }) {
  const { t } = useTranslation();
  const found = use(ShownScores).get(call_id);
  if (found?.status === 'in_progress') return t('assignments.draft');
  if (found?.status !== 'completed' || found.score === null) return '–';
  return <ScoreMark score={found.score} is_passed={found.is_passed} fails={found.answer_fail_form} />;
}
