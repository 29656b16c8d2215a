import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@shared/contract/audited';
import { difference } from '../../../../access/changes';
import { audit, type By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { type ReportEntry, selectEntries } from './list.queries';
import { evaluationChanges, reachOf } from './reach.queries';

/** A report in the audit log: results by section and answers by question, so that a change lists only what it changed. */
type Entry = Omit<ReportEntry, 'sections' | 'answers' | 'revision'> & { sections: object; answers: object };

/** Which reports, and the questions that a change is about if it is about some only. */
type Which = { ids: readonly string[]; form_question_ids?: readonly string[] | undefined };

/** The reports as they are, by id; of a change of some questions, only with these and their sections. */
function entriesOf(db: Connection, which: Which): Map<string, Entry> {
  const entries = [...selectEntries.run(db, which)];
  return new Map(
    entries.map(([id, { sections, answers, revision: _, ...attributes }]) => [
      id,
      {
        ...attributes,
        sections: Object.fromEntries(sections.map(({ form_section_id, ...result }) => [form_section_id, result])),
        answers: Object.fromEntries(answers.map(({ form_question_id, ...answer }) => [form_question_id, answer])),
      },
    ]),
  );
}

type Act = { action: AuditAction; id: string; form_question_ids?: readonly string[] };

/**
 * Makes a change of a report, and audits and announces what is then different, if anything. A disputed result that was opened again is
 * listed as a whole.
 */
export function auditReport(db: Connection, by: By, { action, id, form_question_ids }: Act, make: () => void): void {
  const entry = () => entriesOf(db, { ids: [id], form_question_ids }).get(id);
  const was = reachOf(db, id);
  const before = entry();
  make();
  const after = entry();
  const isOpened = before?.status === 'completed' && after?.status === 'in_progress';
  const isBlind = (before ?? after)?.calibration_id != null;
  const changes = difference(before ?? {}, after ?? {});
  const details = { changes, ...(isOpened && { disputed: before }), ...(isBlind && { salt: salt() }) };
  if (before && after && Object.keys(details.changes).length === 0) return;
  const { call_id = null } = after ?? before ?? {};
  audit(db, by, { action, resource: 'evaluation_report', resource_id: id, call_id, details });
  evaluationChanges.announce(db, id, { change: 'changed', was });
}

/** Without it, the answers of a calibration could be guessed until they fit the hash of their entry, which everyone may see. */
const salt = () => randomBytes(16).toString('base64url');

/** Audits and announces new reports, each with all its attributes. */
export function auditAssigned(db: Connection, by: By, ids: readonly string[]): void {
  const entries = entriesOf(db, { ids });
  for (const id of ids) {
    const entry = entries.get(id);
    const details = { changes: difference({}, entry ?? {}) };
    const { call_id = null } = entry ?? {};
    audit(db, by, { action: 'create', resource: 'evaluation_report', resource_id: id, call_id, details });
    evaluationChanges.announce(db, id, { change: 'created', was: null });
  }
}
