import type { KeyObject } from 'node:crypto';
import { type AccessLevel, holds, type Permission, type Permissions } from '@shared/permissions';
import { denied } from '../refusal';

/** Who asks: a user as their role, place and key pair stand at this request. */
export type Actor = {
  user_id: string;
  tenant_id: string;
  in_system_tenant: boolean;
  name: string;
  login: string;
  role_id: string;
  role_name: string;
  access_level: AccessLevel;
  permissions: Permissions;
  /** Zone for times in answers: of the user, else group, tenant, system. */
  zone: string;
  must_change_password: boolean;
  credential_version: number;
  /** The user's own private key, opened by the password; absent for a user without a password. */
  private_key?: KeyObject;
  /** Which session asks; absent with HTTP Basic. */
  session?: string;
};

/** Refuses with PermissionError unless the actor's role holds the right. The one place where rights are checked. */
export function mustHold(actor: Actor, permission: Permission): void {
  if (!holds(actor.permissions, permission)) throw denied(permission);
}
