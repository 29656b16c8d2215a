import type { Licence } from '@shared/contract/licences';
import { type LicenceName, licenceNames } from '@shared/licences';
import { type Reason, reason } from '@shared/reasons/reasons';
import { inTenants, type Scope } from '../../../../access/scope';
import { invalid } from '../../../../refusal';
import type { Connection } from '../../../../store/connection';
import { query } from '../../../../store/query';

type Licensed = { is_active: number } & Record<LicenceName, number>;
/** The column of the tenant's limit of each licence. */
const limitOf = (name: LicenceName) => (name === 'speech_analytics' ? name : (`${name}s` as const));

/** The licences that an active user has. */
export function licencesOf(db: Connection, user_id: string): LicenceName[] {
  const row = db
    .prepare<{ user_id: string }, Licensed>(
      `SELECT is_active, ${licenceNames.join(', ')} FROM users WHERE user_id = @user_id`,
    )
    .get({ user_id });
  return row?.is_active ? licenceNames.filter((name) => row[name] === 1) : [];
}

/** Of each licence of a tenant, how many are taken and how many there are. */
function licencesIn(db: Connection, tenant_id: string): Licence[] {
  return licenceNames.flatMap((licence) =>
    db
      .prepare<{ tenant_id: string }, Omit<Licence, 'licence'>>(`
        SELECT t.${limitOf(licence)} AS most,
          (SELECT count(*) FROM users u WHERE u.tenant_id = t.tenant_id AND u.is_active = 1 AND u.${licence} = 1) AS taken
        FROM tenants t WHERE t.tenant_id = @tenant_id`)
      .all({ tenant_id })
      .map((counts) => ({ licence, ...counts })),
  );
}

/** The licences of a tenant; undefined when it is not in scope. */
export const selectLicences = query(
  'users.licences',
  (db, { tenant_id, scope }: { tenant_id: string; scope: Scope }): Licence[] | undefined => {
    const sql = `SELECT 1 FROM tenants t WHERE t.tenant_id = @tenant_id AND ${inTenants(scope, 't')}`;
    const seen = db.prepare<Record<string, string>>(sql).get({ ...scope.params, tenant_id });
    return seen === undefined ? undefined : licencesIn(db, tenant_id);
  },
);

/** Refuses licences that a user has gained beyond those of the tenant, each at its field; null is no limit. */
export function checkSeats(db: Connection, tenant_id: string, gained: readonly LicenceName[]): void {
  const faults: Record<string, Reason> = {};
  for (const { licence, most, taken } of licencesIn(db, tenant_id)) {
    if (gained.includes(licence) && most !== null && taken > most) {
      faults[`fieldset_licensing.${licence}`] = reason('seats_taken', { most });
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
