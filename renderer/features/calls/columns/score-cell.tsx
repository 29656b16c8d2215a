import type { CallScore } from '@shared/contract/call-scores';
import type { Call } from '@shared/contract/calls';
import { createContext, use } from 'react';
import { CallScoreText } from '../../assignments';

/** The scores of the calls that the list shows, so that rows need not be rendered again with them. */
export const ShownScores = createContext<ReadonlyMap<string, CallScore>>(new Map());

/** The score of a call, or that its evaluation is a draft. */
export const ScoreCell = ({ call: { call_id } }: { call: Call }) => (
  <CallScoreText score={use(ShownScores).get(call_id)} />
);
