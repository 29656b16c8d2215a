import type { Assignment } from '@shared/contract/evaluation-queue';
import { type Reason, reason } from '@shared/reasons/reasons';
import type { Scope } from '../../../access/scope';
import { invalid } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { valuesOf } from '../../../store/fragments';
import { change } from '../../../store/query';
import { agentOf } from '../../calls';
import { derivedId } from '../derived-id';
import { auditReport } from '../reports/audited';
import { partsOf, storeReport } from '../reports/queries';

type Assigning = { id: string; assignment: Assignment; scope: Scope };

/**
 * Stores and audits a report for each call, and returns their ids. Refused with InvalidRecord at the form, the evaluator
 * or a call; then none is stored.
 */
export const assignCalls = change(
  'evaluation-reports.assign',
  (db, { id, assignment, scope }: Assigning, by): string[] => {
    const { calls, evaluator_user_id = scope.params.scope_user, ...terms } = assignment;
    const agents = agentsOf(
      db,
      calls.map(({ call_id }) => call_id),
    );
    const faults: Record<string, Reason> = {};
    const seen = new Set<string>();
    const report_ids = calls.map((one, place) => {
      const { call_id, agent_user_id = agents.get(call_id) ?? '' } = one;
      const record = { ...terms, call_id, agent_user_id, evaluator_user_id, report_id: derivedId(id, place) };
      const { form, call, faults: found } = partsOf(db, record, scope);
      if (seen.has(`${call_id} ${agent_user_id}`)) found.call_id = reason('given_twice');
      seen.add(`${call_id} ${agent_user_id}`);
      for (const [field, fault] of Object.entries(found))
        faults[ofCall.includes(field) ? `calls.${place}.${field}` : field] = fault;
      if (form && call && Object.keys(found).length === 0) storeReport(db, record, { form, call }, by);
      return record.report_id;
    });
    if (Object.keys(faults).length > 0) throw invalid(faults);
    for (const report_id of report_ids) auditReport(db, by, { action: 'create', id: report_id, before: undefined });
    return report_ids;
  },
);

/** The fields that each call has. The others are those of the assignment. */
const ofCall = ['call_id', 'agent_user_id'];

/** The agents of calls that have one. */
function agentsOf(db: Connection, ids: readonly string[]): Map<string, string> {
  const rows = db
    .prepare<{ ids: string }, { call_id: string; agent: string | null }>(`
      SELECT c.call_id, ${agentOf('c')} AS agent FROM calls c WHERE c.call_id IN ${valuesOf('@ids', 'text')}`)
    .all({ ids: JSON.stringify(ids) });
  return new Map(rows.flatMap(({ call_id, agent }) => (agent === null ? [] : [[call_id, agent]])));
}
