import { difference } from '../../../access/changes';
import { type AuditAction, audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { type ReportEntry, selectEntry } from './list/queries';

/** A report in the audit log: results by section and answers by question, so that a change lists only what it changed. */
type Entry = Omit<ReportEntry, 'sections' | 'answers' | 'revision'> & { sections: object; answers: object };

/** The report as it is; undefined when there is none. */
export function entryOf(db: Connection, id: string): Entry | undefined {
  const report = selectEntry.run(db, { id });
  if (!report) return undefined;
  const { sections, answers, revision: _, ...attributes } = report;
  return {
    ...attributes,
    sections: Object.fromEntries(sections.map(({ form_section_id, ...result }) => [form_section_id, result])),
    answers: Object.fromEntries(answers.map(({ form_question_id, ...answer }) => [form_question_id, answer])),
  };
}

type Act = { action: AuditAction; id: string; before: Entry | undefined };

/** Audits what has changed of a report, if anything. A disputed result that was opened again is listed as a whole. */
export function auditReport(db: Connection, by: By, { action, id, before }: Act): void {
  const after = entryOf(db, id);
  const isOpened = before?.status === 'completed' && after?.status === 'in_progress';
  const details = { changes: difference(before ?? {}, after ?? {}), ...(isOpened && { disputed: before }) };
  if (before && after && Object.keys(details.changes).length === 0) return;
  audit(db, by, { action, resource: 'evaluation_report', resource_id: id, details });
}
