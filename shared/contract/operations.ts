import * as auditLog from './audit-log';
import * as callChanges from './call-changes';
import * as callRemoval from './call-removal';
import * as calls from './calls';
import * as categories from './categories';
import * as clients from './clients';
import * as customFields from './custom-fields';
import * as groups from './groups';
import * as health from './health';
import * as imports from './imports';
import * as openapi from './openapi';
import type { Operation } from './operation';
import * as quarantine from './quarantine';
import * as recoveryKit from './recovery-kit';
import * as roles from './roles';
import * as savedSearches from './saved-searches';
import * as secondFactor from './second-factor';
import * as sessions from './sessions';
import * as settings from './settings';
import * as setup from './setup';
import * as tenants from './tenants';
import * as tokens from './tokens';
import * as users from './users';

/** Every operation of the contract. Exported operations and collections are found automatically. */
export const operations: Operation[] = [
  auditLog,
  callChanges,
  calls,
  callRemoval,
  categories,
  clients,
  customFields,
  groups,
  health,
  imports,
  openapi,
  quarantine,
  recoveryKit,
  roles,
  savedSearches,
  secondFactor,
  sessions,
  settings,
  setup,
  tenants,
  tokens,
  users,
]
  .flatMap((module): unknown[] => Object.values(module))
  .flatMap((value) => (isOperation(value) || !isObject(value) ? [value] : Object.values(value)))
  .filter(isOperation);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isOperation(value: unknown): value is Operation {
  return isObject(value) && 'method' in value && 'path' in value;
}
