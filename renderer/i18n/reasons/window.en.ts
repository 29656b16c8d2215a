import { reasons, translated } from '@shared/reasons/reasons';

const { record_faults, internal_error, permission_missing, role_holds_more, report_status } = reasons;
const { tenants_off, multi_tenancy_unrestricted, value_not_listed } = reasons;
const { key_mode_speech, tenant_has_user_keys, key_not_user_mode } = reasons;
const { text_has_points, options_not_taken, choice_options } = reasons;

/** English sentences that the window says in other words than the API, which uses those of the wire. */
export const windowEn = translated({
  record_faults,
  internal_error,
  permission_missing,
  role_holds_more,
  report_status,
  tenants_off,
  multi_tenancy_unrestricted,
  value_not_listed,
  key_mode_speech,
  tenant_has_user_keys,
  key_not_user_mode,
  text_has_points,
  options_not_taken,
  choice_options,
})({
  record_faults: 'Some values cannot be accepted as they are.',
  internal_error: 'Something went wrong in Earshot. Try again.',
  permission_missing: 'Your role does not have {permission:right}. Ask an administrator for it.',
  role_holds_more: 'Your own role does not have {permission:right}.',
  report_status: 'This evaluation is “{from:status}” and cannot become “{to:status}”.',
  tenants_off: 'Turn on “Several tenants” in the site settings first.',
  multi_tenancy_unrestricted: 'Only people with an unrestricted role can turn “Several tenants” on or off.',
  value_not_listed: '{value:quoted} is not a choice of this field',
  key_mode_speech: 'With speech analytics, active keys must be protected by this application',
  tenant_has_user_keys: 'Keys protected by passwords of users are active. Deactivate them first',
  key_not_user_mode: 'Keys protected by this application need no grant',
  text_has_points: 'A comment has no points',
  options_not_taken: 'This type of question has no answers to choose from',
  choice_options: 'A choice needs at least two answers',
});
