/** The permission catalogue: area → actions, those of API v2 and additions. */
export const permissionCatalogue = {
  system: ['view', 'edit', 'api_access'],
  tenants: ['view', 'edit', 'delete'],
  groups: ['view', 'edit', 'delete'],
  clients: ['view', 'edit', 'delete'],
  call_categories: ['view', 'edit', 'delete'],
  custom_fields: ['view', 'edit', 'delete'],
  users: ['view', 'edit', 'delete', 'login_settings', 'recording_settings', 'licensing'],
  roles: ['view', 'edit', 'delete'],
  calls: [
    'view',
    'create',
    'playback',
    'download',
    'delete',
    'edit',
    'categorize',
    'add_notes',
    'pause_recording',
    'on_demand_trigger',
    'confidential',
  ],
  call_notes: ['view', 'edit', 'delete'],
  encrypt_keys: ['view', 'edit', 'delete', 'grant'],
  evaluation_forms: ['view', 'edit', 'delete'],
  evaluation_reports: ['view', 'edit', 'delete', 'plan', 'calibrate'],
  reports: ['view', 'edit', 'run', 'delete'],
  retention: ['edit'],
  import_presets: ['edit', 'delete'],
  audit: ['view'],
} as const;

/** Rights of API v2 for what Earshot does not do. A role may be sent with them, and does not get them. */
export const unusedRights: { readonly [A in Area]?: readonly string[] } = {
  calls: ['live_monitor'],
  call_notes: ['pin'],
};

type Catalogue = typeof permissionCatalogue;
export type Area = keyof Catalogue;
/** One right, as `area:action`. */
export type Permission = { [A in Area]: `${A}:${Catalogue[A][number]}` }[Area];
/** The rights of a role: area → actions. */
export type Permissions = Partial<Record<Area, string[]>>;

/** Whether `permissions` include the right. */
export function holds(permissions: Permissions, permission: Permission): boolean {
  const [area, action] = permission.split(':') as [Area, string];
  return permissions[area]?.includes(action) ?? false;
}

/** All existing rights, in the form that a role has them. */
export const everyPermission = (): Permissions =>
  Object.fromEntries(Object.entries(permissionCatalogue).map(([area, actions]) => [area, [...actions]]));

/** The reach of a role, widest first. `root` is the API's "Unrestricted". */
export const accessLevels = ['root', 'system', 'tenant', 'managed_groups', 'user'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Whether a reach is wider than another. */
export const isWider = (level: AccessLevel, than: AccessLevel): boolean =>
  accessLevels.indexOf(level) < accessLevels.indexOf(than);

type Held = { access_level: AccessLevel; permissions: Permissions };

/** What a role has beyond one's own: a wider `reach`, or else the first right that one's own lacks. */
export function excessOf(role: Held, own: Held): 'reach' | Permission | undefined {
  return isWider(role.access_level, own.access_level) ? 'reach' : firstBeyond(role.permissions, own.permissions);
}

/** The first right that one's own lack. */
export function firstBeyond(permissions: Permissions, own: Permissions): Permission | undefined {
  const rights = Object.entries(permissions).flatMap(([area, actions]) =>
    (actions ?? []).map((action) => `${area}:${action}` as Permission),
  );
  return rights.find((right) => !holds(own, right));
}
