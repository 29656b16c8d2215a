/** Users, with their sections, licences and keys. */
export const users = {
  user_is_self: 'You cannot delete yourself.',
  user_on_calls: 'Calls refer to this user. Deactivate the user instead.',
  user_imports: 'This user has an import that has not ended. Cancel it, or wait for its end.',
  only_key_holder: 'Only this user can open the key {key}. Grant it to someone else first.',
  seats_taken: 'All {most:number} licences of the tenant are taken',
  group_foreign: 'This group does not belong to this tenant',
  groups_foreign: 'One of these groups does not belong to this tenant',
  tenants_unknown: 'One of these tenants does not exist',
  role_foreign: 'This role does not belong to this tenant',
  extension_missing: 'Enter an extension',
  extension_taken: 'Extension {extension} belongs to another user',
  direction_twice: 'Name each direction once',
  password_only: 'Use password; SAML and LDAP are not supported here',
  password_unchanged: 'Use a password other than the current one',
  email_wrong: 'Enter an e-mail address',
  search_not_own: 'Only the person who saved this search can change it.',
} as const;
