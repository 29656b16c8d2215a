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

type NamedValue = { name?: unknown; value?: unknown };

/** The names of the fields that an entry changed: of custom fields, each that has another value. */
export function useChangedFields(): (entry: Pick<AuditEntry, 'action' | 'details'>) => string[] {
  const fieldName = useFieldName();
  return (entry) =>
    entry.action !== 'update'
      ? []
      : changesIn(entry).flatMap(({ path, before, after }) =>
          path === 'custom_fields' ? namesOfChanged(before, after) : [fieldName(path)],
        );
}

/** The names of the values in two lists that are not the same in both. */
function namesOfChanged(before: unknown, after: unknown): string[] {
  const [were, are] = [before, after].map((list) => (Array.isArray(list) ? (list as NamedValue[]) : []));
  const isIn = (list: NamedValue[] = [], { name, value }: NamedValue) =>
    list.some((one) => one.name === name && one.value === value);
  const changed = [...(are ?? []).filter((one) => !isIn(were, one)), ...(were ?? []).filter((one) => !isIn(are, one))];
  return [...new Set(changed.map(({ name }) => String(name)))];
}
