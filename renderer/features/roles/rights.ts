import { type Area, type Permission, type Permissions, permissionCatalogue } from '@shared/permissions';

/** The areas of the catalogue as the matrix shows them. */
export const areaGroups: readonly { id: 'work' | 'people' | 'safety'; areas: readonly Area[] }[] = [
  {
    id: 'work',
    areas: ['calls', 'call_notes', 'evaluation_reports', 'evaluation_forms', 'reports', 'call_categories', 'clients'],
  },
  { id: 'people', areas: ['users', 'groups', 'roles', 'tenants', 'custom_fields', 'system'] },
  { id: 'safety', areas: ['encrypt_keys', 'audit'] },
];

/** The actions with a column of their own. */
export const columns = ['view', 'edit', 'delete'] as const;
export type Column = (typeof columns)[number];

const actionsOf = (area: Area): readonly string[] => permissionCatalogue[area];

/** The right of an area in a column; undefined for an area without it. */
export const rightIn = (area: Area, column: Column): Permission | undefined =>
  actionsOf(area).includes(column) ? (`${area}:${column}` as Permission) : undefined;

/** The rights of an area without a column. */
export const furtherRights = (area: Area): Permission[] =>
  actionsOf(area)
    .filter((action) => !(columns as readonly string[]).includes(action))
    .map((action) => `${area}:${action}` as Permission);

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
  const isColumn = (columns as readonly string[]).includes(action);
  const along = !isColumn ? [] : isGiven ? others.slice(0, 1) : action === 'view' ? others : [];
  const changed = new Set([right, ...along].filter((one) => own.includes(one)));
  return isGiven
    ? [...rights, ...[...changed].filter((one) => !rights.includes(one))]
    : rights.filter((one) => !changed.has(one));
}
