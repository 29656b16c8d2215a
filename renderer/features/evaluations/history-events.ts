import type { AuditEntry } from '@shared/contract/audit-log';

export type ReportEvent = 'created' | 'started' | 'completed' | 'reopened' | 'acknowledged' | 'disputed' | 'scored';
type Entry = Pick<AuditEntry, 'action' | 'outcome' | 'user_id' | 'details'>;

type Changes = Record<string, [before: unknown, after: unknown]>;
const changesIn = (details: Entry['details']) => (details as { changes?: Changes }).changes ?? {};

/** The text with which the agent disputed or acknowledged a result; null in other entries. */
export function agentCommentIn({ details }: Entry): string | null {
  const changes = changesIn(details);
  const comment = changes.agent_review_status?.[1] ? changes.agent_comment?.[1] : undefined;
  return typeof comment === 'string' && comment !== '' ? comment : null;
}

/** The meaning of an entry of the audit log for an evaluation; null for one without a word of its own. */
export function eventOf({ action, outcome, details }: Entry): ReportEvent | null {
  if (outcome !== 'done') return null;
  if (action === 'create') return 'created';
  if (action !== 'update') return null;
  const changes = changesIn(details);
  const [before, status] = changes.status ?? [];
  const review = changes.agent_review_status?.[1];
  if (status === 'completed') return 'completed';
  if (status === 'in_progress') return before === 'completed' ? 'reopened' : 'started';
  if (review === 'acknowledged' || review === 'disputed') return review;
  const isAnswer = (path: string) => /^(answers\.|sections\.|comment$)/.test(path);
  return Object.keys(changes).some(isAnswer) ? 'scored' : null;
}

/** Entries in their order, those of one person's scoring in a row as one, which is the latest. */
export function joinScoring<T extends Entry>(entries: readonly T[]): T[] {
  return entries.filter((entry, at) => {
    const newer = entries[at - 1];
    return !(newer && eventOf(entry) === 'scored' && eventOf(newer) === 'scored' && newer.user_id === entry.user_id);
  });
}
