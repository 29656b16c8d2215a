import { reason } from '@shared/reasons/reasons';
import { isUuid } from '@shared/uuid';
import { invalid } from '../refusal';
import type { Connection } from '../store/connection';
import type { Scope } from './scope';

/**
 * The tenant of a new record: the caller's own, or with multi-tenancy the requested one. Refused with InvalidRecord at
 * `tenant_id` when the requested tenant is out of scope, or is no id.
 */
export function tenantFor(db: Connection, scope: Scope, asked: unknown): string {
  const own = scope.params.scope_tenant;
  if (!scope.multi_tenancy || asked === undefined || asked === null) return own;
  if (typeof asked !== 'string' || !isUuid(asked)) throw invalid({ tenant_id: reason('not_uuid') });
  const tenant_id = asked.toLowerCase();
  if (tenant_id === own) return own;
  const exists =
    scope.tenants === 'all' &&
    db.prepare<{ tenant_id: string }>('SELECT 1 FROM tenants WHERE tenant_id = @tenant_id').get({ tenant_id });
  if (!exists) throw invalid({ tenant_id: reason('tenant_unseen') });
  return tenant_id;
}
