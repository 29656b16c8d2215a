import type { SentParties, SentValue } from '@shared/contract/call-changes';
import type { Category } from '@shared/contract/categories';
import { fold } from '@shared/fold';
import { type Reason, reason } from '@shared/reasons/reasons';
import { auditEachChanged, callHeld } from '../../../../access/changes';
import { callsInScope, type Scope, withoutReach } from '../../../../access/scope';
import { invalid, maxFaults, notFound } from '../../../../refusal';
import type { By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { valuesOf } from '../../../../store/fragments';
import { change } from '../../../../store/query';
import { mustBeCurrent, updateRecord, type Versions } from '../../../../store/record';
import { categoryFaults, visibleCategory } from '../../categories';
import { type FieldFinder, fieldFinder, fieldsOf } from '../../custom-fields';
import { callList } from '../list.queries';
import { eachOf, type Outcome } from '../outcome';
import { correctParties, userAsAgent } from '../parties.queries';
import { addNames } from '../queries';
import { indexCall } from '../search/queries';
import { valuesIn } from './values';

/** What to change in a call; `path` is its place in the body, for the names of faults. */
export type CallChange = {
  call_id: string;
  path: string;
  custom_fields?: SentValue[] | undefined;
  categories?: { category_id: string }[] | undefined;
  parties?: SentParties | undefined;
};
type Place = { call_pk: number; tenant_id: string; legal_hold: number; updated_at: number };

type Which = { ids: readonly string[]; versions: Versions; scope: Scope };

/** Where calls are stored, by their ids. Refused with NotFound when one is out of scope, or Stale. */
function placesOf(db: Connection, { ids, versions, scope }: Which): Map<string, Place> {
  const places = placesInScope(db, ids, scope);
  if (ids.some((id) => !places.has(id))) throw notFound();
  for (const { updated_at } of places.values()) mustBeCurrent(String(updated_at), versions);
  return places;
}

/** Where those of the calls are stored that are in the caller's scope. */
function placesInScope(db: Connection, call_ids: readonly string[], scope: Scope): Map<string, Place> {
  const rows = db
    .prepare<Record<string, string>, Place & { call_id: string }>(`
      SELECT c.call_id, c.call_pk, c.tenant_id, c.legal_hold, c.updated_at FROM calls c
      WHERE c.call_id IN ${valuesOf('@call_ids', 'text')} AND ${callsInScope(scope, 'c')}`)
    .all({ ...scope.params, call_ids: JSON.stringify(call_ids) });
  return new Map(rows.map(({ call_id, ...place }) => [call_id, place]));
}

type Changes = { calls: CallChange[]; versions: Versions; scope: Scope };

/**
 * Sets values, categories and parties of calls and audits each call: all of them, or none. Refused with NotFound when a call is
 * out of scope, Stale, InvalidRecord by field, or Conflict when one is under legal hold.
 */
export const changeCalls = change('calls.change', (db, { calls, versions, scope }: Changes, by): void => {
  const ids = calls.map(({ call_id }) => call_id);
  const places = placesOf(db, { ids, versions, scope });
  const finders = findersOf(db, [...places.values()]);
  const faults: Record<string, Reason> = {};
  const seen = new Set<string>();
  const stored = db.prepare<{ call_pk: number }, { field_id: string; value: string; enable: number }>(`
    SELECT field_id, v.value, d.enable FROM call_custom_values v JOIN custom_fields d USING (field_id)
    WHERE v.call_pk = @call_pk`);
  const made = calls.map(({ call_id, path, custom_fields, categories, parties }) => {
    if (Object.keys(faults).length >= maxFaults) throw invalid(faults);
    const { call_pk, tenant_id } = places.get(call_id) as Place;
    if (seen.has(call_id)) faults[`${path}call_id`] = reason('given_twice');
    seen.add(call_id);
    Object.assign(faults, categoryFaults(db, { scope, tenant_id, categories: categories ?? [], path }));
    const known = new Map(
      (custom_fields ? stored.all({ call_pk }) : [])
        .filter(({ enable }) => enable === 1 || scope.disabled_fields)
        .map(({ field_id, value }) => [field_id, value]),
    );
    const finder = finders.get(tenant_id) as FieldFinder;
    const { values, faults: wrong } = valuesIn(custom_fields ?? [], finder, path, { known });
    Object.assign(faults, wrong);
    const agent = parties?.agent_user_id ? userAsAgent(db, parties.agent_user_id, { tenant_id, scope }) : undefined;
    if (parties?.agent_user_id && !agent) faults[`${path}agent_user_id`] = reason('user_unseen');
    return { call_pk, values, category_ids: categories?.map((one) => one.category_id), parties, agent };
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  // Another agent can take a call out of the caller's reach.
  auditCalls(db, by, { ids, scope: withoutReach(scope) }, () => {
    for (const { call_pk, values, category_ids, parties, agent } of made) {
      if (category_ids) replaceCategories(db, call_pk, category_ids, scope);
      if (values.size > 0) keepValues(db, call_pk, values);
      if (parties) correctParties(db, call_pk, parties, { agent, by });
    }
  });
});

/** The same, and returns the records of the calls, whose times are in `zone`. */
export const changeCallsAndRead = change(
  'calls.change-and-read',
  (db, { zone, ...changes }: Changes & { zone: string }, by): ReadonlyMap<string, string> => {
    changeCalls.change(db, changes, by);
    const ids = changes.calls.map(({ call_id }) => call_id);
    return callList.several.run(db, { ids, scope: changes.scope, zone });
  },
);

/**
 * Changes calls and audits those that are then different. They get another version, and are announced, unless only the
 * caller's private categories changed, which nobody else sees.
 */
export function auditCalls(db: Connection, by: By, { ids, scope }: Omit<Which, 'versions'>, make: () => void): void {
  const changed = auditEachChanged(db, by, { list: callList, resource: 'call', ids, scope, isOwn: isPrivate }, make);
  for (const call_id of changed) updateRecord(db, 'calls', { id: { call_id }, versions: undefined }, {}, by);
}

function isPrivate({ categories, ...others }: Record<string, [unknown, unknown]>): boolean {
  const [before, after] = (categories ?? []).map((all) =>
    JSON.stringify((all as Category[]).filter(({ private_user_id }) => private_user_id === null)),
  );
  return Object.keys(others).length === 0 && before === after;
}

/** Finds the fields of each tenant that has one of the calls. */
const findersOf = (db: Connection, places: readonly Place[]): Map<string, FieldFinder> =>
  new Map(
    [...new Set(places.map(({ tenant_id }) => tenant_id))].map((tenant_id) => [
      tenant_id,
      fieldFinder(fieldsOf(db, tenant_id)),
    ]),
  );

/** Sets and clears values, and lets the searched text follow. */
function keepValues(db: Connection, call_pk: number, values: ReadonlyMap<string, string>): void {
  const clear = db.prepare<Record<string, string | number>>(
    'DELETE FROM call_custom_values WHERE field_id = @field_id AND call_pk = @call_pk',
  );
  const set = db.prepare<Record<string, string | number>>(`
    INSERT INTO call_custom_values (field_id, call_pk, value, value_folded)
    VALUES (@field_id, @call_pk, @value, @value_folded)
    ON CONFLICT (field_id, call_pk) DO UPDATE SET value = excluded.value, value_folded = excluded.value_folded`);
  for (const [field_id, value] of values) {
    if (value === '') clear.run({ field_id, call_pk });
    else set.run({ field_id, call_pk, value, value_folded: fold(value) });
  }
  indexCall(db, call_pk);
}

/** Replaces the categories that the caller can see. Private ones of other people stay. */
function replaceCategories(db: Connection, call_pk: number, category_ids: readonly string[], scope: Scope): void {
  db.prepare<Record<string, string | number>>(`
    DELETE FROM call_categories
    WHERE call_pk = @call_pk AND category_id NOT IN ${valuesOf('@kept', 'text')} AND category_id IN (
      SELECT g.category_id FROM categories g WHERE g.private_user_id IS NULL OR g.private_user_id = @scope_user)`).run({
    call_pk,
    kept: JSON.stringify(category_ids),
    scope_user: scope.params.scope_user,
  });
  addNames(db, call_pk, { category_ids: [...category_ids], custom_values: [] });
}

type Categorized = { call_id: string; category_id: string; isIn: boolean; versions: Versions; scope: Scope };

/**
 * Adds a category to a call or removes it, and audits the change; does nothing when it is done already. Refused with
 * NotFound for a call or a category out of scope, Stale, or Conflict under legal hold.
 */
export const categorizeCall = change(
  'calls.categorize',
  (db, { call_id, category_id, isIn, versions, scope }: Categorized, by): void => {
    const ids = [call_id];
    const { call_pk, tenant_id } = placesOf(db, { ids, versions, scope }).get(call_id) as Place;
    if (visibleCategory(db, scope, category_id)?.tenant_id !== tenant_id) throw notFound();
    auditCalls(db, by, { ids, scope }, () => {
      if (isIn) addNames(db, call_pk, { category_ids: [category_id], custom_values: [] });
      else dropCategories(db, call_pk, [category_id]);
    });
  },
);

function dropCategories(db: Connection, call_pk: number, category_ids: readonly string[]): void {
  const drop = db.prepare<Record<string, string | number>>(
    'DELETE FROM call_categories WHERE call_pk = @call_pk AND category_id = @category_id',
  );
  for (const category_id of category_ids) drop.run({ call_pk, category_id });
}

type SeveralCategorized = Record<'ids' | 'add' | 'remove', readonly string[]> & { scope: Scope; zone: string };

/**
 * Adds categories to several calls and removes others, and audits each call that is then different. Refused with
 * InvalidRecord when a category is out of scope; a call out of scope, under legal hold, or of another tenant than a
 * category stays as it was. Returns the records of the others too.
 */
export const categorizeCalls = change(
  'calls.categorize-several',
  (db, { ids, add, remove, scope, zone }: SeveralCategorized, by): Outcome & { records: string[] } => {
    const tenants = new Map<string, string>();
    for (const [name, category_ids] of Object.entries({ add, remove })) {
      for (const [place, id] of category_ids.entries()) {
        const category = visibleCategory(db, scope, id);
        if (!category) throw invalid({ [`${name}.${place}`]: reason('category_unseen') });
        tenants.set(id, category.tenant_id);
      }
    }
    const places = placesInScope(db, ids, scope);
    const outcome = eachOf(ids, (id) => {
      const place = places.get(id);
      if (place?.legal_hold) return callHeld();
      const fits = place && add.every((category_id) => tenants.get(category_id) === place.tenant_id);
      return fits ? undefined : notFound(place && reason('category_of_other_tenant'));
    });
    auditCalls(db, by, { ids: outcome.changed, scope }, () => {
      for (const id of outcome.changed) {
        const { call_pk } = places.get(id) as Place;
        addNames(db, call_pk, { category_ids: [...add], custom_values: [] });
        dropCategories(db, call_pk, remove);
      }
    });
    const records = callList.several.run(db, { ids: outcome.changed, scope, zone });
    return { ...outcome, records: outcome.changed.flatMap((id) => records.get(id) ?? []) };
  },
);
