import type { KeyObject } from 'node:crypto';
import type { AuditDoor } from '@shared/contract/audited';
import {
  type AccessLevel,
  type Area,
  everyPermission,
  holds,
  type Permission,
  type Permissions,
} from '@shared/permissions';
import { reason } from '@shared/reasons/reasons';
import { denied, Refusal } from '../refusal';
import type { Account, OwnerPlace, TokenLimits } from './queries';

/** The authenticated caller: a user with the role, tenant, groups and key pair that apply to this request. */
export type Actor = {
  user_id: string;
  tenant_id: string;
  in_system_tenant: boolean;
  /** Whether the archive has several tenants. */
  multi_tenancy: boolean;
  name: string;
  login: string;
  role_id: string;
  role_name: string;
  access_level: AccessLevel;
  permissions: Permissions;
  /** The zone for times in responses: that of the user, otherwise of the group, the tenant or the system. */
  zone: string;
  /** The zone for the days of evaluation reports: that of the user, otherwise of the tenant or the system. */
  zone_of_days: string;
  must_change_password: boolean;
  /** A second factor is required and not set up yet. Never with an access token, which needs none. */
  must_enrol: boolean;
  credential_version: number;
  /** The user's own private key, opened with the password; absent for a user without a password. */
  private_key?: KeyObject;
  /** A command of the owner of the data folder, who is no user. */
  is_owner?: true;
  /** The session of the request; absent with HTTP Basic and with an access token. */
  session?: string;
  /** The user of the session, who views as this one and changes nothing (views.ts). */
  viewer?: { user_id: string; tenant_id: string; name: string; permissions: Permissions };
  /** The hash of the access token of the request. */
  token?: string;
  /** The door of the request; absent in a job on behalf of the user. */
  door?: AuditDoor;
  /** The access token of the request only reads. */
  reads_only?: true;
  /** The access token of the request by its id and name. */
  tool?: { token_id: string; name: string };
};

/** The caller with this account and opened key; `timezone` is that of the system where the settings name none. */
export function actorFrom(account: Account, private_key: KeyObject | undefined, timezone: string): Actor {
  const { user_id, tenant_id, name, login, role_id, role_name, access_level } = account;
  const system = systemZone(account) ?? timezone;
  return {
    user_id,
    tenant_id,
    name,
    login,
    role_id,
    role_name,
    access_level,
    in_system_tenant: account.in_system_tenant === 1,
    permissions: JSON.parse(account.permissions),
    multi_tenancy: account.multi_tenancy === 'true',
    zone: account.zone ?? system,
    zone_of_days: account.zone_of_days ?? system,
    must_change_password: account.must_change_password === 1,
    must_enrol: account.require_2fa === 1 && !account.secret_sealed,
    credential_version: account.credential_version ?? 0,
    ...(private_key && { private_key }),
  };
}

const systemZone = ({ system_zone }: Pick<Account, 'system_zone'>): string | undefined =>
  system_zone === null ? undefined : JSON.parse(system_zone) || undefined;

/** The caller with the rights that an access token leaves them. The right to use the API is in every scope. */
export function limited(actor: Actor, { access, scope }: TokenLimits): Actor {
  const has = (area: string, action: string) =>
    scope === null || `${area}:${action}` === 'system:api_access' || scope[area as Area]?.includes(action);
  const permissions = Object.fromEntries(
    Object.entries(actor.permissions).map(([area, actions]) => [area, actions.filter((action) => has(area, action))]),
  );
  return { ...actor, permissions, ...(access === 'read' && { reads_only: true }) };
}

/** The responsible user, and the door of their request. */
export type Author = { user_id: string | null; tenant_id: string | null; door?: AuditDoor };

/** Stands for the owner of the data folder, who is no user. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** A command of the owner of the data folder: all rights in every tenant. Opens keys in application mode only. */
export function ownerOf({ tenant_id, ...settings }: OwnerPlace, timezone: string): Actor {
  const zone = systemZone(settings) ?? timezone;
  return {
    user_id: nobody,
    tenant_id,
    in_system_tenant: true,
    multi_tenancy: settings.multi_tenancy === 'true',
    name: '',
    login: '',
    role_id: nobody,
    role_name: '',
    access_level: 'root',
    permissions: everyPermission(),
    zone,
    zone_of_days: zone,
    must_change_password: false,
    must_enrol: false,
    credential_version: 0,
    is_owner: true,
  };
}

/** The user who is responsible for a request, also while they view as another. */
export const authorOf = ({ viewer, ...actor }: Actor): Author => {
  const door = actor.door && { door: actor.door };
  if (actor.is_owner) return { user_id: null, tenant_id: null, ...door };
  const { user_id, tenant_id } = viewer ?? actor;
  return { user_id, tenant_id, ...door };
};

/**
 * Refuses an access token with PermissionError: a tool must not lock its user out, nor make tokens that outlive its own.
 */
export function mustBePerson({ token }: Actor): void {
  if (token) throw new Refusal('PermissionError', reason('not_by_token'));
}

/**
 * Refuses with PermissionError unless the actor's role has the right. All checks of rights go through this function.
 */
export function mustHold(actor: Actor, permission: Permission): void {
  if (!holds(actor.permissions, permission)) throw denied(permission);
}
