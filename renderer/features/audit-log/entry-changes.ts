import type { AuditEntry } from '@shared/contract/audit-log';

/** A changed field: its dotted path, and its value before and after. */
export type Change = { path: string; before: unknown; after: unknown };

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/**
 * The changed fields of an entry. A new record is shown by the fields that have a value, and its id by the entry
 * itself. What is not a change, such as a password that was replaced, has no value before.
 */
export function changesOf({ action, resource_id, details }: AuditEntry): Change[] {
  const { changes = {}, ...others } = details as { changes?: Record<string, [unknown, unknown]> };
  const fields = Object.entries(changes)
    .map(([path, [before, after]]) => ({ path, before, after }))
    .filter(({ before, after }) => before !== resource_id && after !== resource_id)
    .filter(({ before, after }) => action === 'update' || !(isEmpty(before) && isEmpty(after)));
  const facts = Object.entries(others)
    .filter(([name]) => !ofRefusal.has(name))
    .map(([path, after]) => ({ path, before: null, after }));
  return [...fields, ...facts];
}

/** The facts of a refusal, which have sentences of their own. */
const ofRefusal = new Set(['reason', 'request', 'door', 'left_out', 'is_limit']);

/** The parts of a value, for the words of a list: one for a plain value. */
export const partsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isEmptyText(value) ? [] : [value];

const isEmptyText = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Whether a part of the value after the change was not in the value before. */
export const isNew = (part: unknown, before: unknown): boolean =>
  !partsOf(before).some((one) => JSON.stringify(one) === JSON.stringify(part));
