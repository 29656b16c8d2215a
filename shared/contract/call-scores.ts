import { z } from 'zod';
import { countCalls } from './calls';
import { ids } from './fields';
import { operation } from './operation';

const CallScore = z
  .object({
    call_id: z.uuid(),
    report_id: z.uuid(),
    status: z.enum(['assigned', 'in_progress', 'completed']),
    score: z.number().int().nullable().meta({ description: 'In percent, cut to a whole number; null without points' }),
    is_passed: z.boolean().nullable().meta({ description: 'Null before completion' }),
    answer_fail_form: z.boolean().meta({ description: 'An answer fails the form, whatever the score is' }),
  })
  .meta({ id: 'CallScore' });
export type CallScore = z.infer<typeof CallScore>;

/** For each of several calls the evaluation that its score is taken from. */
export const listScores = operation({
  method: 'get',
  path: '/api/v2/call_scores.json',
  summary: 'Read the scores of several calls',
  description:
    'Of each call that has an evaluation in reach: the one that the caller has to score, otherwise the one completed ' +
    'last, otherwise the newest open one.',
  permission: 'evaluation_reports:view',
  audited: { action: 'read', resource: 'evaluation_report' },
  query: z.strictObject({ call_id: ids().meta({ description: 'Up to 200 ids, separated by commas' }) }),
  response: z.object({ scores: z.array(CallScore).meta({ description: 'In no order' }) }),
  extension: true,
});

const CallTotals = z
  .object({
    count: z.number().int(),
    duration: z.number().int().meta({ description: 'The sum of all calls in seconds' }),
    scored: z.number().int().nullable().meta({
      description: 'Calls with a completed evaluation in reach; null without the right to see evaluations',
    }),
    drafts: z.number().int().nullable().meta({
      description: 'Further calls with an evaluation in progress in reach; null without that right',
    }),
  })
  .meta({ id: 'CallTotals' });
export type CallTotals = z.infer<typeof CallTotals>;

/** The calls of a search together. */
export const readTotals = operation({
  method: 'get',
  path: '/api/v2/call_totals.json',
  summary: 'Add up the calls of a search',
  permission: 'calls:view',
  audited: { action: 'read', resource: 'call' },
  query: countCalls.query,
  response: z.object({ totals: CallTotals }),
  refusals: ['Conflict'],
  extension: true,
});
