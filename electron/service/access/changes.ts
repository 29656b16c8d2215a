import type { Kind } from '@shared/kinds';
import { reason } from '@shared/reasons/reasons';
import { notFound, Refusal } from '../refusal';
import { audit, type By } from '../store/audit';
import type { Connection } from '../store/connection';
import type { Versions } from '../store/record';
import type { List, ListOperation, Reader } from './list';
import type { Unmet } from './needs';
import { type Holder, type Scope, withoutReach } from './scope';

/** The common input of every change to a record: its id, and the scope, role and unmet needs of the caller. */
export type Asking = { id: string; parent?: string | undefined; scope: Scope; holder: Holder; unmet: Unmet };
export type Insert<N> = Asking & { record: N };
export type Update<C> = Asking & { record: C; versions: Versions };
export type Remove = Asking & { versions: Versions };

/** A record of a list, its name in the audit log, and the call that it belongs to. */
type Target = { list: Reader; resource: Kind; call_id?: string | null } & Pick<Asking, 'id' | 'parent' | 'scope'>;

/** Refuses with Conflict a change of records, or of parts of records, under legal hold. */
export function mustNotBeHeld(db: Connection, { areHeld }: Pick<Reader, 'areHeld'>, ids: readonly string[]): void {
  if (areHeld?.(db, ids)) throw callHeld();
}

/** The refusal of a change of a call under legal hold. */
export const callHeld = (): Refusal => new Refusal('Conflict', reason('call_held'));

type Json = { readonly [name: string]: unknown };

/** Audits a new record with all its fields, after it is stored and inside the caller's transaction. */
export function auditCreated(db: Connection, by: By, target: Target): void {
  const changes = difference({}, shown(db, whole(target)) ?? {});
  audit(db, by, { action: 'create', ...recordOf(target), details: { changes } });
}

/**
 * Makes a change and audits the fields that it changed, each before and after. Refused with NotFound out of scope, and with
 * Conflict under legal hold, which only the change of the hold itself is not (`ofHold`).
 */
export function auditChanged(
  db: Connection,
  by: By,
  { ofHold = false, ...target }: Target & { ofHold?: boolean },
  make: () => void,
): void {
  // With the caller's reach, because a record out of it is not found.
  if (!shown(db, target)) throw notFound();
  if (!ofHold) mustNotBeHeld(db, target.list, [target.id]);
  const before = shown(db, whole(target)) ?? {};
  make();
  const changes = difference(before, shown(db, whole(target)) ?? {});
  audit(db, by, { action: 'update', ...recordOf(target), details: { changes } });
}

/** The records of a list, by their ids. */
type Targets = Omit<Target, 'id' | 'list'> & {
  list: Pick<List<ListOperation>, 'several' | 'areHeld'>;
  ids: readonly string[];
  /** Whether nobody but the author sees these changes. */
  isOwn: (changes: Changes) => boolean;
};
type Changes = Record<string, [unknown, unknown]>;

/**
 * Changes several records and audits each that is then different. Returns the ids of those that others see changed.
 * Refused with NotFound out of scope, and with Conflict when one is under legal hold.
 */
export function auditEachChanged(db: Connection, by: By, targets: Targets, make: () => void): string[] {
  const { list, resource, ids, scope } = targets;
  const records = () => list.several.run(db, { ids, scope, zone: 'UTC' });
  const recordIn = (all: Map<string, string>, id: string): Json => JSON.parse(all.get(id) ?? '{}');
  const before = records();
  if (ids.some((id) => !before.has(id))) throw notFound();
  mustNotBeHeld(db, list, ids);
  make();
  const after = records();
  return ids.filter((resource_id) => {
    const changes = difference(recordIn(before, resource_id), recordIn(after, resource_id));
    if (Object.keys(changes).length === 0) return false;
    const isOwn = targets.isOwn(changes);
    audit(db, by, { action: 'update', resource, resource_id, details: { changes }, isOwn });
    return !isOwn;
  });
}

/**
 * Deletes a record and audits its last fields and what `remove` returns. Refused with NotFound out of scope, and with
 * Conflict under legal hold.
 */
export function auditDeleted(db: Connection, by: By, target: Target, remove: () => Json | undefined): void {
  const before = shown(db, target);
  if (!before) throw notFound();
  mustNotBeHeld(db, target.list, [target.id]);
  const details = { changes: difference(before, {}), ...remove() };
  audit(db, by, { action: 'delete', ...recordOf(target), details });
}

const recordOf = ({ resource, id: resource_id, call_id = null }: Target) => ({ resource, resource_id, call_id });

/**
 * The target, also where the change takes it out of the caller's reach, or leaves a new record there. The fields that are
 * shown do not depend on the reach.
 */
const whole = (target: Target): Target => ({ ...target, scope: withoutReach(target.scope) });

/** The record as the API shows it to the author of the change. */
function shown(db: Connection, { list, id, parent, scope }: Target): Json | undefined {
  const one = list.one.run(db, { id, parent, scope, zone: 'UTC' });
  return one && JSON.parse(one.json);
}

/**
 * Fields that differ, by their dotted paths: each value before and after. A list counts as one value. Of a secret, the log
 * only has whether it was set.
 */
export function difference(before: Json, after: Json): Changes {
  const [old, now] = [flat(before), flat(after)];
  const paths = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return Object.fromEntries(
    paths
      .map((path): [string, [unknown, unknown]] => [path, [old[path] ?? null, now[path] ?? null]])
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is))
      .map(([path, [was, is]]) => [path, isSecret(path) ? [hidden(was), hidden(is)] : [was, is]]),
  );
}

const isSecret = (path: string): boolean => path.endsWith('.phone_pin');
const hidden = (value: unknown): unknown => (value === null ? null : '•••');

function flat(record: Json, above = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value as Json, `${above}${name}.`))
        : [[`${above}${name}`, value]],
    ),
  );
}
