/** The records that keep a tenant from being deleted, in words. */
export const heldRecords = {
  users: 'users',
  groups: 'groups',
  roles: 'roles',
  calls: 'calls',
  categories: 'categories',
  custom_fields: 'custom fields',
  clients: 'clients',
  encrypt_keys: 'encryption keys',
  imports: 'imports',
  evaluation_forms: 'evaluation forms',
} as const;

/** Settings, backups, tenants, roles, groups and clients. */
export const administration = {
  no_administrator_left: 'Nobody would be left who can manage users and roles. Give someone else these rights first.',
  database_damaged: 'The database is damaged. See Administration, Site settings, Backups.',
  backup_under_way: 'A backup is already being made.',
  too_many_backups: 'Earshot keeps {most:number} backups. Delete one first.',
  tenant_unseen: 'This tenant does not exist, or you cannot see it',
  tenant_unknown: 'No tenant has this ID.',
  tenants_off: 'Turn on multi-tenancy in the settings first.',
  tenant_is_system: 'The System tenant cannot be deleted.',
  tenant_not_empty: 'This tenant still has {records:records}. Delete them first.',
  tenants_exist: 'Other tenants exist. Delete them first',
  licences_every_tenant: 'Only people whose role covers every tenant can set licences.',
  multi_tenancy_unrestricted: 'Only people with an unrestricted role can turn multi-tenancy on or off.',
  group_is_main: 'Users still have this group as their main group. Give them another one first.',
  role_in_use: 'Users still have this role. Give them another one first.',
  role_reaches_further: 'This role covers more than your own.',
  role_holds_more: 'Your own role does not hold the permission {permission:right}.',
  zone_unknown: 'Enter a time zone such as Europe/Vienna',
  language_unknown: 'Enter a language such as en or de',
  not_host_name: 'Enter a domain such as example.com',
  phone_number_missing: 'Enter a phone number',
  contact_missing: 'Enter at least one contact',
} as const;
