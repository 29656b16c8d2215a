import { reasons, translated } from '@shared/reasons/reasons';

const { record_faults, internal_error, permission_missing, role_holds_more, report_status } = reasons;

/** English sentences that the window says in other words than the API, which uses those of the wire. */
export const windowEn = translated({
  record_faults,
  internal_error,
  permission_missing,
  role_holds_more,
  report_status,
})({
  record_faults: 'Some values cannot be accepted as they are.',
  internal_error: 'Something went wrong in Earshot. Try again.',
  permission_missing: 'Your role does not have {permission:right}. Ask an administrator for it.',
  role_holds_more: 'Your own role does not have {permission:right}.',
  report_status: 'This evaluation is “{from:status}” and cannot become “{to:status}”.',
});
