import type { Assignment } from '@shared/contract/evaluation-queue';
import type { Scope } from '../../../access/scope';
import { change } from '../../../store/query';
import { derivedId } from './derived-id';
import { auditAssigned } from './reports/audited';
import { checkedParts } from './reports/parts.queries';
import { storeReports } from './reports/queries';
import { mustBeDrawn } from './samples/queries';

type Assigning = { id: string; assignment: Assignment; scope: Scope };

/**
 * Stores and audits a report for each call, and returns their ids. Refused with InvalidRecord at the form, the evaluator,
 * the sample or a call; then none is stored.
 */
export const assignCalls = change(
  'evaluation-reports.assign',
  (db, { id, assignment, scope }: Assigning, by): string[] => {
    const { form_id, evaluator_user_id = scope.params.scope_user, calls, ...terms } = assignment;
    const about = { form_id, evaluator_user_id, calls };
    const parts = checkedParts(db, about, scope, (place) => `calls.${place}.`);
    if (terms.sample_id !== undefined) mustBeDrawn(db, terms.sample_id, calls, scope);
    const report_ids = calls.map((_, place) => derivedId(id, place));
    storeReports(db, parts, report_ids, terms, by);
    auditAssigned(db, by, report_ids);
    return report_ids;
  },
);
