import { type AccessLevel, isWider, type Permission, type Permissions } from '@shared/permissions';
import { asPermissions, rightsIn } from './rights';
import type { RoleRights } from './role-words';

type Template = { access_level: AccessLevel; rights: readonly Permission[] };

/** What everybody needs who hears calls and sees evaluations. */
const common = [
  'calls:view',
  'calls:playback',
  'call_notes:view',
  'call_categories:view',
  'custom_fields:view',
  'evaluation_reports:view',
] as const satisfies readonly Permission[];

/** What scores and comments need. None of them deletes, and none sees confidential calls. */
const judging = [
  ...common,
  'calls:categorize',
  'calls:add_notes',
  'call_notes:edit',
  'clients:view',
  'users:view',
  'groups:view',
  'evaluation_forms:view',
  'evaluation_reports:edit',
  'reports:view',
  'reports:run',
] as const satisfies readonly Permission[];

const templates = {
  evaluator: { access_level: 'tenant', rights: judging },
  team_lead: {
    access_level: 'managed_groups',
    rights: [...judging, 'calls:edit', 'calls:download', 'reports:edit'],
  },
  agent: {
    access_level: 'user',
    rights: [...common, 'calls:add_notes', 'calls:pause_recording', 'calls:on_demand_trigger'],
  },
} as const satisfies Record<string, Template>;

export type TemplateId = keyof typeof templates;

/** Ready roles to start from. */
export const templateIds = Object.keys(templates) as TemplateId[];

/** A template, as far as its user's `own` role can give it: without rights it lacks, and with no wider reach. */
export function templateFor(id: TemplateId, own: RoleRights): { access_level: AccessLevel; permissions: Permissions } {
  const { access_level, rights }: Template = templates[id];
  const held = rightsIn(own.permissions);
  return {
    access_level: isWider(access_level, own.access_level) ? own.access_level : access_level,
    permissions: asPermissions(rights.filter((right) => held.includes(right))),
  };
}
