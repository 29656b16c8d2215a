import type { AuditEntry } from '@shared/contract/audit-log';
import { useTranslation } from 'react-i18next';
import { isTextKey } from '../../i18n/i18n';
import '../roles';

/** The name of a field by its dotted path. */
export function useFieldName(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => {
    const [first = '', ...rest] = path.split('.');
    const last = rest.at(-1) ?? first;
    const keys = [
      ...(first === 'permissions' ? [`roles.areas.${last}`] : []),
      `audited.field.${last}`,
      `fields.${last}`,
    ];
    for (const key of keys) if (isTextKey(key)) return String(t(key));
    const words = last.replaceAll('_', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  };
}

/** A changed field: its dotted path, and its value before and after. */
export type Change = { path: string; before: unknown; after: unknown };

/** The changes of fields that an entry has. */
export function changesIn({ details }: Pick<AuditEntry, 'details'>): Change[] {
  const { changes = {} } = details as { changes?: Record<string, [unknown, unknown]> };
  return Object.entries(changes).map(([path, [before, after]]) => ({ path, before, after }));
}

type Named = { name?: unknown; value?: unknown };

/** A field that an update changed, in words; without values, if those are no text. */
export type ChangeWords = { path: string; name: string; values?: [before: unknown, after: unknown] };

/** What an entry changed, field by field: of custom fields, each that has another value. */
export function useChangeWords(): (entry: Pick<AuditEntry, 'action' | 'details'>) => ChangeWords[] {
  const fieldName = useFieldName();
  return (entry) =>
    entry.action !== 'update'
      ? []
      : changesIn(entry).flatMap(({ path, before, after }): ChangeWords[] => {
          if (path === 'custom_fields') return valuesThatDiffer(before, after);
          const values = [before, after].map(saidOf);
          return [{ path, name: fieldName(path), ...(isBoth(values) && { values }) }];
        });
}

const isBoth = (values: unknown[]): values is [unknown, unknown] => values.every((value) => value !== undefined);

/** A value that is a text by itself, or the names of several; undefined for anything else. */
function saidOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (!Array.isArray(value)) return undefined;
  const names = value.map(({ name }: Named) => name);
  return names.every((name) => typeof name === 'string') ? names.join(', ') : undefined;
}

/** The custom values in two lists that are not the same in both. */
function valuesThatDiffer(before: unknown, after: unknown): ChangeWords[] {
  const [were, are] = [before, after].map(
    (list) => new Map((Array.isArray(list) ? (list as Named[]) : []).map(({ name, value }) => [String(name), value])),
  ) as [Map<string, unknown>, Map<string, unknown>];
  return [...new Set([...were.keys(), ...are.keys()])]
    .filter((name) => were.get(name) !== are.get(name))
    .map((name) => ({ path: 'custom_fields', name, values: [were.get(name) ?? null, are.get(name) ?? null] }));
}
