import type { AuditEntry } from '@shared/contract/audit-log';
import { type Change, changesIn } from '../audit-words';

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
export function changesOf(entry: AuditEntry): Change[] {
  const { action, resource_id } = entry;
  const { changes: _, ...others } = entry.details;
  const fields = changesIn(entry)
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
