import type { ChangedCategory, categoryApi, NewCategory } from '@shared/contract/categories';
import { fold } from '@shared/fold';
import { type Reason, reason } from '@shared/reasons/reasons';
import { nameFault } from '@shared/record-name';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { tenantFor } from '../../../access/tenants';
import { found, invalid, Refusal } from '../../../refusal';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { contains, valuesOf } from '../../../store/fragments';
import { Hook } from '../../../store/hooks';
import { change } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, nextVersion, updateRecord } from '../../../store/record';
import { columnsOf, text } from '../../../store/sql';
import { userHooks } from '../../people/users';

/** SQL condition: the caller sees the category `g`, which is public or their own. */
const categoryInScope = (scope: Scope): string =>
  `${inTenants(scope, 'g')} AND (g.private_user_id IS NULL OR g.private_user_id = @scope_user)`;

/** Categories by name: public ones and the caller's own. */
export const categoryList = list<typeof categoryApi.list>('/api/v2/categories.json', {
  from: 'categories g',
  record: columnsOf('g', ['category_id', 'name', 'private_user_id', 'parent_id']),
  key: [text('g.name_folded'), text('g.category_id')],
  scope: categoryInScope,
  filters: { search_term: (term, { bind }) => contains('g.name_folded', bind(fold(term))) },
  id: 'g.category_id',
  named: { as: 'category', by: 'g.name' },
  version: 'g.updated_at',
});

type Known = { tenant_id: string; private_user_id: string | null; parent_id: string | null };
/** The category, if the caller can see it. */
export const visibleCategory = (db: Connection, scope: Scope, category_id: string): Known | undefined =>
  db
    .prepare<Record<string, string>, Known>(
      `SELECT g.tenant_id, g.private_user_id, g.parent_id FROM categories g
      WHERE g.category_id = @category_id AND ${categoryInScope(scope)}`,
    )
    .get({ ...scope.params, category_id });

/** What other resources do before a category is deleted by a person, and when some are, also those of a deleted owner. */
export const categoryHooks = { removing: new Hook(), removed: new Hook<readonly string[]>() };

const target = (id: string, scope: Scope) => ({ list: categoryList, resource: 'category' as const, id, scope });

/** Stores and audits a category. Refused with InvalidRecord, by field. */
export const insertCategory = change(
  'categories.insert',
  (db, { id, record, scope }: Insert<NewCategory>, by): void => {
    const { name, tenant_id: asked, ...place } = record;
    const tenant_id = tenantFor(db, scope, asked);
    checkPlace(db, scope, { category_id: id, tenant_id, ...place });
    insertRecord(db, 'categories', { category_id: id, tenant_id, ...named(name), ...place }, by);
    auditCreated(db, by, target(id, scope));
  },
);

/** The public category with this name. Creates it under `new_id`, if given and this can be a name. */
export function categoryNamed(db: Connection, text: string, new_id: string | undefined, by: By): string | undefined {
  const name = text.trim();
  const known = db
    .prepare<object, { category_id: string }>(`
      SELECT category_id FROM categories
      WHERE tenant_id = @tenant_id AND name_folded = @name_folded AND private_user_id IS NULL`)
    .get({ tenant_id: by.tenant_id, name_folded: fold(name) });
  if (known || !new_id || nameFault(name)) return known?.category_id;
  insertRecord(db, 'categories', { category_id: new_id, tenant_id: by.tenant_id, ...named(name) }, by);
  audit(db, by, { action: 'create', resource: 'category', resource_id: new_id, details: { name } });
  return new_id;
}

/** Puts a category that was just created below another one, inside the caller's transaction. */
export function placeCategory(db: Connection, category_id: string, parent_id: string | undefined, by: By): void {
  if (parent_id === undefined || parent_id === category_id) return;
  updateRecord(db, 'categories', { id: { category_id }, versions: undefined }, { parent_id }, by);
}

/** Changes and audits a category in scope. Refused with NotFound, Stale, or InvalidRecord by field. */
export const changeCategory = change(
  'categories.change',
  (db, { id, record, versions, scope }: Update<ChangedCategory>, by): void =>
    auditChanged(db, by, target(id, scope), () => {
      const { name, ...place } = record;
      checkPlace(db, scope, { ...found(visibleCategory(db, scope, id)), category_id: id, ...place });
      const columns = { ...(name !== undefined && named(name)), ...place };
      updateRecord(db, 'categories', { id: { category_id: id }, versions }, columns, by);
    }),
);

/**
 * Removes a category from its calls and deletes it. Refused with NotFound, Stale, or Conflict while it has
 * subcategories, or calls under legal hold, or removed ones that can be restored, have it. Subcategories that are private to others do not count:
 * the caller can neither see nor move them, so they get a place of their own.
 */
export const removeCategory = change('categories.remove', (db, { id, versions, scope }: Remove, by): void => {
  const which = { category_id: id };
  auditDeleted(db, by, target(id, scope), () => {
    const child = db
      .prepare<Record<string, string>>(
        `SELECT 1 FROM categories g WHERE g.parent_id = @category_id AND ${categoryInScope(scope)} LIMIT 1`,
      )
      .get({ ...scope.params, ...which });
    if (child) throw new Refusal('Conflict', reason('category_has_children'));
    categoryHooks.removing.run(db, id, by);
    mustMatchVersion(db, 'categories', { id: which, versions });
    return drop(db, [id], by);
  });
});

/** Deletes categories, and takes others out from below them. Returns the details of what other resources do. */
function drop(db: Connection, category_ids: readonly string[], by: By): Record<string, unknown> {
  const ids = JSON.stringify(category_ids);
  const details = categoryHooks.removed.run(db, category_ids, by);
  db.prepare<object>(`
    UPDATE categories SET parent_id = NULL, ${nextVersion}
    WHERE parent_id IN ${valuesOf('@ids', 'text')}`).run({ ids, at: by.at });
  db.prepare<object>(`DELETE FROM categories WHERE category_id IN ${valuesOf('@ids', 'text')}`).run({ ids });
  return details;
}

type Place = Known & { category_id: string };

/**
 * A private category must be the caller's own, and have none of others below it. A parent must be visible to the same
 * people and not below the category itself.
 */
function checkPlace(db: Connection, scope: Scope, { category_id, tenant_id, private_user_id, parent_id }: Place): void {
  if (private_user_id !== null && private_user_id !== scope.params.scope_user) {
    throw invalid({ private_user_id: reason('category_not_own') });
  }
  if (private_user_id !== null && hasOthersBelow(db, { category_id, private_user_id })) {
    throw invalid({ private_user_id: reason('category_above_others') });
  }
  if (parent_id === null) return;
  const parent = visibleCategory(db, scope, parent_id);
  if (!parent || parent.tenant_id !== tenant_id) throw invalid({ parent_id: reason('category_unseen') });
  if (parent.private_user_id !== null && private_user_id === null) {
    throw invalid({ parent_id: reason('category_private') });
  }
  const above = db.prepare<{ parent_id: string }, { category_id: string }>(`
    WITH RECURSIVE above (category_id) AS (
      SELECT CAST(@parent_id AS TEXT) UNION
      SELECT g.parent_id FROM categories g JOIN above a USING (category_id) WHERE g.parent_id IS NOT NULL)
    SELECT category_id FROM above`);
  if (above.all({ parent_id }).some((one) => one.category_id === category_id)) {
    throw invalid({ parent_id: reason('category_below_itself') });
  }
}

/** Whether a category that is not private to this person is directly below another. */
const hasOthersBelow = (db: Connection, which: { category_id: string; private_user_id: string }): boolean =>
  db
    .prepare<typeof which>(`
      SELECT 1 FROM categories
      WHERE parent_id = @category_id AND private_user_id IS DISTINCT FROM @private_user_id LIMIT 1`)
    .get(which) !== undefined;

type Listed = { scope: Scope; tenant_id: string; categories: readonly { category_id: string }[]; path: string };

/** The reason, by its path, for each of these categories that the caller cannot see, or that is of another tenant. */
export function categoryFaults(db: Connection, { scope, tenant_id, categories, path }: Listed): Record<string, Reason> {
  if (categories.length === 0) return {};
  const seen = db
    .prepare<Record<string, string>, { category_id: string }>(`
      SELECT g.category_id FROM categories g
      WHERE g.category_id IN ${valuesOf('@wanted', 'text')} AND g.tenant_id = @tenant_id AND ${categoryInScope(scope)}`)
    .all({ ...scope.params, wanted: JSON.stringify(categories.map(({ category_id }) => category_id)), tenant_id });
  const ids = new Set(seen.map(({ category_id }) => category_id));
  return Object.fromEntries(
    categories.flatMap(({ category_id }, place) =>
      ids.has(category_id) ? [] : [[`${path}categories.${place}.category_id`, reason('category_unseen')] as const],
    ),
  );
}

// Private categories go with their owner, also from calls. Others below them stay.
userHooks.removed.add((db, user_id, by) => {
  const own = db
    .prepare<object, { category_id: string }>('SELECT category_id FROM categories WHERE private_user_id = @user_id')
    .all({ user_id });
  drop(
    db,
    own.map(({ category_id }) => category_id),
    by,
  );
});
