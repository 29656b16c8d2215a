import { completedInScope, type Scope } from '../../../../access/scope';

/**
 * SQL: the reports `o` that a completed report of `alias` is compared with. Another evaluator has evaluated the same agent on
 * the same call with the same form.
 */
export const comparedWith = (alias: string, scope: Scope): string => `FROM evaluation_reports o
  WHERE o.call_pk = ${alias}.call_pk AND o.form_id = ${alias}.form_id AND o.agent_user_id = ${alias}.agent_user_id
    AND o.evaluator_user_id <> ${alias}.evaluator_user_id AND ${completedInScope(scope, 'o')}`;
