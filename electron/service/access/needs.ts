import type { Need, Operation, RoleReach } from '@shared/contract/operation';
import type { Reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import { mustHold } from './actor';
import { hasOnly, partOf } from './body-parts';
import type { Reach, Scope } from './scope';

const reached: { readonly [R in RoleReach]: (scope: Scope) => boolean } = {
  unrestricted: ({ is_root }) => is_root,
  'every tenant': ({ tenants }) => tenants === 'all',
  'every tenant, in the System tenant': ({ tenants, in_system_tenant }) => tenants === 'all' && in_system_tenant,
  'whole tenant': ({ people }) => people === 'all',
};

/** Whether a caller's role reaches this far. */
export const reaches = (scope: Scope, reach: RoleReach): boolean => reached[reach](scope);

/** Refuses with PermissionError a caller whose role reaches less far. */
export function mustReach(scope: Scope, reach: RoleReach, why: Reason): void {
  if (!reaches(scope, reach)) throw new Refusal('PermissionError', why);
}

/** Refuses a caller who may use the operation, but not with what is sent: the body, or the parameters. */
export function mustMeet(needs: Operation['needs'] = {}, { actor, scope }: Reach, sent: unknown): void {
  for (const [path, need] of Object.entries<Need>(needs)) {
    const part = partOf(sent, path);
    if (need.when || part === undefined || (part === false) !== (need.off ?? false)) continue;
    if (need.except && hasOnly(part, need.except, path)) continue;
    for (const right of need.rights ?? []) mustHold(actor, right);
    if (need.reach) mustReach(scope, need.reach, need.why);
  }
}

/** The needs that depend on the record, by the path of the part: what the caller is told, or null for one that is met. */
export type Unmet = Readonly<Record<string, Reason | null>>;

/** The needs of an operation that the change of the record refuses. */
export const unmetBy = (scope: Scope, needs: Operation['needs'] = {}): Unmet =>
  Object.fromEntries(
    Object.entries<Need>(needs).flatMap(([path, { when, reach, why }]) =>
      when ? [[path, reaches(scope, reach) ? null : why] as const] : [],
    ),
  );

/** Refuses with PermissionError a change for which the caller does not meet the need of this part. */
export function mustBeMet(unmet: Unmet, path: string): void {
  const why = unmet[path];
  if (why === undefined) throw new Error(`The operation declares no need of ${path}.`);
  if (why) throw new Refusal('PermissionError', why);
}
