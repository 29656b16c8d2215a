import { randomUUID } from 'node:crypto';
import { type Reason, reason } from '@shared/reasons/reasons';
import type { Scope } from '../../../access/scope';
import { tenantFor } from '../../../access/tenants';
import { invalid } from '../../../refusal';
import { change, query } from '../../../store/query';
import type { NewCall } from '../../calls/calls';
import { categoryNamed, placeCategory, visibleCategory } from '../../calls/categories';
import { fieldNamed, storedValue, valueFault } from '../../calls/custom-fields';

type Names = {
  categories: string[];
  custom_fields: Record<string, string>;
  /** Ids for the categories and fields to create, in this order; null when unknown names are refused. */
  new_ids: { categories: string[]; custom_fields: string[] } | null;
  /** The names of categories by those of the new categories below them. */
  parents?: ReadonlyMap<string, string> | undefined;
};
export type Resolved = Pick<NewCall, 'category_ids' | 'custom_values'>;

/** The ids for the names in a record. An unknown name is refused, or created when `new_ids` is given. */
export const resolveNames = change('imports.resolve', (db, names: Names, by): Resolved => {
  const details: Record<string, Reason> = {};
  const category_ids = names.categories.map((name, place) => {
    const id = categoryNamed(db, name, names.new_ids?.categories[place], by);
    if (id === undefined) details.categories = reason('no_category', { name });
    const above = names.parents?.get(name);
    // Only a new category is put somewhere: the site may have moved those that it has.
    if (above !== undefined && id !== undefined && id === names.new_ids?.categories[place])
      placeCategory(db, id, categoryNamed(db, above, randomUUID(), by), by);
    return id ?? '';
  });
  const custom_values = Object.entries(names.custom_fields).map(([name, value], place) => {
    const field = fieldNamed(db, name, names.new_ids?.custom_fields[place], by);
    const fault = field ? valueFault(value, field) : reason('no_custom_field', { name });
    if (fault) details[`custom_fields.${name}`] = fault;
    return { field_id: field?.field_id ?? '', value: field && !fault ? storedValue(value, field) : value };
  });
  if (Object.keys(details).length > 0) throw invalid(details);
  return { category_ids, custom_values };
});

/** The extensions of a tenant's users. */
export const selectExtensions = query('imports.extensions', (db, asked: { tenant_id: string }): string[] =>
  db
    .prepare<object, { extension: string }>('SELECT extension FROM user_extensions WHERE tenant_id = @tenant_id')
    .all(asked)
    .map(({ extension }) => extension),
);

/** The zones of the tenants and the users, of which a phone system may have one. */
export const selectZones = query('imports.zones', (db): string[] =>
  db
    .prepare<[], { timezone: string }>(`
      SELECT timezone FROM tenants WHERE timezone <> '' UNION SELECT timezone FROM users WHERE timezone <> ''
      ORDER BY timezone LIMIT 100`)
    .all()
    .map(({ timezone }) => timezone),
);

type Wanted = { tenant_id: string | null | undefined; category_ids: readonly string[]; scope: Scope };

/** The tenant of an import. Refused when the tenant or one of its categories is out of reach. */
export const selectImportTenant = query(
  'imports.tenant',
  (db, { tenant_id: asked, category_ids, scope }: Wanted): string => {
    const tenant_id = tenantFor(db, scope, asked);
    for (const [place, id] of category_ids.entries()) {
      if (visibleCategory(db, scope, id)?.tenant_id !== tenant_id)
        throw invalid({ [`category_ids.${place}`]: reason('category_unseen') });
    }
    return tenant_id;
  },
);
