import { sampleKeys } from './evaluations';
import { keysOf } from './key';

const key = keysOf('evaluation_plans');

export const planKeys = {
  /** What a draw of a period would take. */
  dryDraw: (plan_id: string, period: string) => key('dry draw', plan_id, period),
  /** The latest draws of a plan. */
  draws: (plan_id: string) => key('draws', plan_id),
};

/** Data that changes with a plan, or with a draw of it. */
export const changedByPlan = [key(), sampleKeys.latest];
