import { type AccessLevel, holds, type Permission, type Permissions } from '@shared/permissions';
import type { Actor } from './actor';

/** The caller's role. A caller cannot grant more than it has. */
export type Holder = { access_level: AccessLevel; permissions: Permissions };

/** The reach of a caller, as plain data that is passed to queries; `params` are parameters of the statement. */
export type Scope = {
  /** The role is unrestricted. */
  is_root: boolean;
  tenants: 'all' | 'own';
  people: 'all' | 'managed' | 'self';
  confidential: boolean;
  /** Whether values of disabled custom fields are visible, which requires the right to administer fields. */
  disabled_fields: boolean;
  /** Whether notes on calls are visible. */
  notes: boolean;
  /** Whether evaluations are visible. */
  evaluations: boolean;
  /** The right to plan evaluations. */
  plans: boolean;
  /** The right to lead calibrations. */
  calibrates: boolean;
  /** The sections of a user that are visible. */
  user_sections: { login: boolean; recording: boolean; licensing: boolean };
  /** What the figures of a report may name: what the caller reads elsewhere. */
  names: { [K in keyof typeof naming]: boolean };
  /** Tenants are shown and chosen. Otherwise every record belongs to the System tenant. */
  multi_tenancy: boolean;
  /** The caller belongs to the System tenant. */
  in_system_tenant: boolean;
  /** The right to see tenants. */
  views_tenants: boolean;
  /** `scope_self`: the user, and nobody in a view as them, for what only they themselves may read. */
  params: { scope_tenant: string; scope_user: string; scope_self: string };
  /** The time of the request. */
  now: number;
};

/** A caller, and the reach of their role. */
export type Reach = { actor: Actor; scope: Scope };

type Reaching = Pick<
  Actor,
  'user_id' | 'tenant_id' | 'access_level' | 'permissions' | 'multi_tenancy' | 'in_system_tenant' | 'viewer'
>;

/** The tenants that an actor's role reaches. A user of a tenant only reaches that tenant. */
export const tenantsOf = ({ access_level, in_system_tenant }: Reaching): Scope['tenants'] =>
  access_level === 'root' || (access_level === 'system' && in_system_tenant) ? 'all' : 'own';

/** The reach of an actor's role, at this time. */
export function scopeOf(actor: Reaching, now: number): Scope {
  const { access_level: level } = actor;
  return {
    is_root: level === 'root',
    tenants: tenantsOf(actor),
    people: level === 'managed_groups' ? 'managed' : level === 'user' ? 'self' : 'all',
    confidential: holds(actor.permissions, 'calls:confidential'),
    disabled_fields: holds(actor.permissions, 'custom_fields:edit'),
    notes: holds(actor.permissions, 'call_notes:view'),
    evaluations: holds(actor.permissions, 'evaluation_reports:view'),
    plans: holds(actor.permissions, 'evaluation_reports:plan'),
    calibrates: holds(actor.permissions, 'evaluation_reports:calibrate'),
    user_sections: userSections(actor.permissions),
    names: namesOf(actor.permissions),
    multi_tenancy: actor.multi_tenancy,
    in_system_tenant: actor.in_system_tenant,
    views_tenants: holds(actor.permissions, 'tenants:view'),
    params: {
      scope_tenant: actor.tenant_id,
      scope_user: actor.user_id,
      scope_self: actor.viewer ? '' : actor.user_id,
    },
    now,
  };
}

/** The rights that show the names of records, one of which is enough, and the values of custom fields. */
const naming = {
  user: ['users:view', 'evaluation_reports:view'],
  group: ['groups:view'],
  tenant: ['tenants:view'],
  category: ['call_categories:view', 'calls:view'],
  client: ['clients:view'],
  evaluation_form: ['evaluation_forms:view', 'evaluation_reports:view'],
  custom_field: ['calls:view'],
} as const satisfies Record<string, readonly Permission[]>;

const namesOf = (permissions: Permissions): Scope['names'] =>
  Object.fromEntries(
    Object.entries(naming).map(([kind, rights]) => [kind, rights.some((right) => holds(permissions, right))]),
  ) as Scope['names'];

/** The same caller, for a record that is in reach already. */
export const withoutReach = (scope: Scope): Scope => ({ ...scope, tenants: 'all', people: 'all', confidential: true });

/** The sections of a user that these permissions show. */
export const userSections = (permissions: Permissions): Scope['user_sections'] => ({
  login: holds(permissions, 'users:login_settings'),
  recording: holds(permissions, 'users:recording_settings'),
  licensing: holds(permissions, 'users:licensing'),
});

/** SQL condition: the row of `alias` belongs to a tenant in scope. */
export const inTenants = (scope: Scope, alias: string): string =>
  scope.tenants === 'all' ? 'TRUE' : `${alias}.tenant_id = @scope_tenant`;

/** Whether the caller reaches all people of a tenant. */
export const reachesAllOf = (scope: Scope, tenant_id: string): boolean =>
  scope.people === 'all' && (scope.tenants === 'all' || tenant_id === scope.params.scope_tenant);

/** SQL condition: the user `u`, with the role `r` and of the tenant `t`, belongs to this tenant or reaches every one. */
export const reachesTenant = (tenant_id: string): string =>
  `(u.tenant_id = ${tenant_id} OR r.access_level = 'root' OR (r.access_level = 'system' AND t.is_system = 1))`;

/** SQL condition on a call `alias`: not removed, and in reach. */
export const callsInScope = (scope: Scope, alias: string): string =>
  `${alias}.removed_at IS NULL AND ${callsInReach(scope, alias)}`;

/** SQL condition on a call `alias`, removed or not: in scope by tenant and people, not hidden as confidential. */
export function callsInReach(scope: Scope, alias: string): string {
  const people = {
    all: 'TRUE',
    self: `EXISTS (SELECT 1 FROM call_users su WHERE su.user_id = @scope_user AND su.call_pk = ${alias}.call_pk)`,
    managed: `EXISTS (
      SELECT 1 FROM call_users su
      JOIN user_groups sg ON sg.user_id = su.user_id
      JOIN user_managed_groups sm ON sm.group_id = sg.group_id AND sm.user_id = @scope_user
      WHERE su.call_pk = ${alias}.call_pk)`,
  }[scope.people];
  const open = scope.confidential ? 'TRUE' : `${alias}.confidential IS DISTINCT FROM 1`;
  return `${inTenants(scope, alias)} AND ${people} AND ${open}`;
}

/** SQL condition on a group `alias`. A supervisor sees the groups that they manage, an agent those they belong to. */
export function groupsInScope(scope: Scope, alias: string): string {
  const member = (table: string) =>
    `EXISTS (SELECT 1 FROM ${table} m WHERE m.group_id = ${alias}.group_id AND m.user_id = @scope_user)`;
  const people = { all: 'TRUE', managed: member('user_managed_groups'), self: member('user_groups') }[scope.people];
  return `${inTenants(scope, alias)} AND ${people}`;
}

/** SQL condition on a calibration `alias`: the caller is its leader, evaluates in it, or reaches its tenant with the right. */
export function calibrationsInScope(scope: Scope, alias: string): string {
  const evaluates = `EXISTS (SELECT 1 FROM calibration_evaluators sv
    WHERE sv.calibration_id = ${alias}.calibration_id AND sv.user_id = @scope_user)`;
  const isIn = `${alias}.leader_user_id = @scope_user OR ${alias}.baseline_user_id = @scope_user OR ${evaluates}`;
  const reaches = scope.calibrates && scope.people === 'all';
  return reaches ? `(${inTenants(scope, alias)} OR ${isIn})` : `(${isIn})`;
}

/** SQL condition on a plan `alias`: the caller owns it, evaluates in it, or reaches its tenant with the right. */
export function plansInScope(scope: Scope, alias: string): string {
  const evaluates = `EXISTS (SELECT 1 FROM evaluation_plan_evaluators sv
    WHERE sv.plan_id = ${alias}.plan_id AND sv.user_id = @scope_user)`;
  const isIn = `${alias}.user_id = @scope_user OR ${evaluates}`;
  return scope.plans && scope.people === 'all' ? `(${inTenants(scope, alias)} OR ${isIn})` : `(${isIn})`;
}

/**
 * SQL condition on an evaluation `alias` of any purpose. Those of a calibration are their evaluator’s alone until it ends,
 * also in a view as them.
 */
export const reportsInScope = (scope: Scope, alias: string): string => `((${evaluationsInScope(scope, alias)})
  OR (${alias}.purpose = 'calibration' AND (${alias}.evaluator_user_id = @scope_self OR EXISTS (
    SELECT 1 FROM calibrations sk WHERE sk.calibration_id = ${alias}.calibration_id AND sk.status = 'ended'
      AND ${calibrationsInScope(scope, 'sk')}))))`;

/**
 * SQL condition on an evaluation `alias` of quality. People who do not reach a whole tenant reach the evaluations of agents of groups
 * that they manage, their own work as evaluator, and the completed evaluations of themselves that they may see.
 */
export function evaluationsInScope(scope: Scope, alias: string): string {
  const own = `${alias}.evaluator_user_id = @scope_user
    OR (${alias}.agent_user_id = @scope_user AND ${alias}.status = 'completed' AND ${alias}.agent_can_view = 1)`;
  const managed = `EXISTS (
    SELECT 1 FROM user_groups sg
    JOIN user_managed_groups sm ON sm.group_id = sg.group_id AND sm.user_id = @scope_user
    WHERE sg.user_id = ${alias}.agent_user_id)`;
  const people = { all: 'TRUE', managed: `(${own} OR ${managed})`, self: `(${own})` }[scope.people];
  return `${alias}.purpose = 'quality' AND ${inTenants(scope, alias)} AND ${people}`;
}

/**
 * SQL condition on an evaluation `alias`: completed, and in reach. Evaluations that the caller may not see do not exist
 * for them.
 */
export const completedInScope = (scope: Scope, alias: string): string =>
  scope.evaluations ? `${alias}.status = 'completed' AND ${evaluationsInScope(scope, alias)}` : 'FALSE';
