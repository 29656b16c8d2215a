import { isOneOf } from '@shared/one-of';
import { type Area, type Permission, type Permissions, permissionCatalogue } from '@shared/permissions';

const groups = ['work', 'people', 'safety'] as const;

/** The group of each area in the matrix, in the order of its rows. */
const groupOf: Readonly<Record<Area, (typeof groups)[number]>> = {
  calls: 'work',
  call_notes: 'work',
  evaluation_reports: 'work',
  evaluation_forms: 'work',
  reports: 'work',
  call_categories: 'work',
  clients: 'work',
  import_presets: 'work',
  users: 'people',
  groups: 'people',
  roles: 'people',
  tenants: 'people',
  custom_fields: 'people',
  system: 'people',
  encrypt_keys: 'safety',
  retention: 'safety',
  audit: 'safety',
};

/** The areas of the catalogue as the matrix shows them. */
export const areaGroups = groups.map((id) => ({
  id,
  areas: (Object.keys(groupOf) as Area[]).filter((area) => groupOf[area] === id),
}));

/** The actions with a column of their own. */
export const columns = ['view', 'edit', 'delete'] as const;
export type Column = (typeof columns)[number];

/** A right as a part of the key of a text: a right without its text does not compile. */
export type InKey<R extends string> = R extends `${infer A}:${infer Action}` ? `${A}.${Action}` : R;
export const inKey = <R extends string>(right: R) => right.replace(':', '.') as InKey<R>;

const actionsOf = (area: Area): readonly string[] => permissionCatalogue[area];

/** The right of an area in a column; undefined for an area without it. */
export const rightIn = (area: Area, column: Column): Permission | undefined =>
  actionsOf(area).includes(column) ? (`${area}:${column}` as Permission) : undefined;

export type FurtherRight = Exclude<Permission, `${string}:${Column}`>;

/** The rights of an area without a column. */
export const furtherRights = (area: Area): FurtherRight[] =>
  actionsOf(area)
    .filter((action) => !isOneOf(columns, action))
    .map((action) => `${area}:${action}` as FurtherRight);

/** All rights that a role holds, in the order of the catalogue. */
export const rightsIn = (permissions: Permissions): Permission[] =>
  (Object.keys(permissionCatalogue) as Area[]).flatMap((area) =>
    actionsOf(area)
      .filter((action) => permissions[area]?.includes(action))
      .map((action) => `${area}:${action}` as Permission),
  );

/** The same as a form sends them: with every area, because an area that is not sent keeps its rights. */
export function asPermissions(rights: readonly Permission[]): Permissions {
  const held = new Set<string>(rights);
  return Object.fromEntries(
    (Object.keys(permissionCatalogue) as Area[]).map((area) => [
      area,
      actionsOf(area).filter((action) => held.has(`${area}:${action}`)),
    ]),
  );
}

/**
 * The rights after one was given or taken. Edit and Delete include View, and without View there is neither. Only rights
 * in `own` change.
 */
export function toggled(rights: readonly Permission[], right: Permission, own: readonly Permission[]): Permission[] {
  const [area, action] = right.split(':') as [Area, string];
  const others = columns.map((column) => rightIn(area, column)).filter((one) => one !== undefined);
  const isGiven = !rights.includes(right);
  const isColumn = isOneOf(columns, action);
  const along = !isColumn ? [] : isGiven ? others.slice(0, 1) : action === 'view' ? others : [];
  const changed = new Set([right, ...along].filter((one) => own.includes(one)));
  return isGiven
    ? [...rights, ...[...changed].filter((one) => !rights.includes(one))]
    : rights.filter((one) => !changed.has(one));
}
