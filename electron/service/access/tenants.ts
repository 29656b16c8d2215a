import { reason } from '@shared/reasons/reasons';
import { invalid } from '../refusal';
import type { Connection } from '../store/connection';
import type { Scope } from './scope';

/**
 * The tenant of a new record: the caller's own, or with multi-tenancy the requested one. Refused with InvalidRecord at
 * `tenant_id` when the requested tenant is out of scope.
 */
export function tenantFor(db: Connection, scope: Scope, asked: string | null | undefined): string {
  const own = scope.params.scope_tenant;
  if (!scope.multi_tenancy || !asked || asked === own) return own;
  const exists =
    scope.tenants === 'all' &&
    db.prepare<{ asked: string }>('SELECT 1 FROM tenants WHERE tenant_id = @asked').get({ asked });
  if (!exists) throw invalid({ tenant_id: reason('tenant_unseen') });
  return asked;
}
