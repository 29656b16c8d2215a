import { type Reason, reason } from '@shared/reasons/reasons';
import { invalid } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { seats } from '../list/record';

type Licensed = { is_active: number; speech_analytics: number } & Record<(typeof seats)[number], number>;
/** The licences of a user by name, with the tenant's limit of each. */
const licences = [
  ...seats.map((name) => [name, `${name}s`] as const),
  ['speech_analytics', 'speech_analytics'] as const,
];

/** The licences that an active user has. */
export function licencesOf(db: Connection, user_id: string): string[] {
  const row = db
    .prepare<{ user_id: string }, Licensed>(
      `SELECT is_active, ${licences.map(([name]) => name).join(', ')} FROM users WHERE user_id = @user_id`,
    )
    .get({ user_id });
  return row?.is_active ? licences.map(([name]) => name).filter((name) => row[name] === 1) : [];
}

/** Refuses licences that a user has gained beyond those of the tenant, each at its field; null is no limit. */
export function checkSeats(db: Connection, tenant_id: string, gained: readonly string[]): void {
  const faults: Record<string, Reason> = {};
  for (const [name, limit] of licences.filter(([licence]) => gained.includes(licence))) {
    const row = db
      .prepare<{ tenant_id: string }, { most: number | null; taken: number }>(`
        SELECT t.${limit} AS most,
          (SELECT count(*) FROM users u WHERE u.tenant_id = t.tenant_id AND u.is_active = 1 AND u.${name} = 1) AS taken
        FROM tenants t WHERE t.tenant_id = @tenant_id`)
      .get({ tenant_id });
    if (row && row.most !== null && row.taken > row.most) {
      faults[`fieldset_licensing.${name}`] = reason('seats_taken', { most: row.most });
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
