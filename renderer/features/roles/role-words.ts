import {
  type AccessLevel,
  type Area,
  holds,
  type Permission,
  type Permissions,
  permissionCatalogue,
} from '@shared/permissions';
import type { ParseKeys, TFunction } from 'i18next';
import { inKey } from './rights';

/** The reach and the rights of a role. */
export type RoleRights = { access_level: AccessLevel; permissions: Permissions };
/** A sentence about a role: something that its holders can do, or something important that they cannot. */
export type RoleSentence = { can: boolean; text: string };

/** Rights that make one sentence together, in the order of their words. */
const sentences = [
  ['calls:playback', 'calls:download'],
  ['calls:confidential'],
  ['calls:categorize', 'calls:add_notes'],
  ['calls:pause_recording', 'calls:on_demand_trigger'],
  ['calls:create'],
  ['evaluation_reports:plan', 'evaluation_reports:calibrate'],
  ['reports:run'],
  ['encrypt_keys:grant'],
  ['retention:edit'],
  ['system:api_access'],
] as const satisfies readonly (readonly Permission[])[];
type DoneRight = (typeof sentences)[number][number];
/** What a role cannot do is only said of these. */
const missed = ['calls:playback', 'calls:download', 'calls:confidential'] as const satisfies readonly Permission[];
const sections = ['login_settings', 'recording_settings', 'licensing'] as const;

const areas = Object.keys(permissionCatalogue) as Area[];

/**
 * What the holders of a role can do, and what they cannot, in plain sentences. Every right of the catalogue appears in
 * them. `locale` is the language of lists. With `oneTenant`, the sentences do not speak of tenants.
 */
export function sentencesOf(
  { access_level, permissions }: RoleRights,
  t: TFunction,
  locale: string,
  oneTenant = false,
): RoleSentence[] {
  const and = new Intl.ListFormat(locale, { type: 'conjunction' });
  const has = (right: string) => holds(permissions, right as Permission);
  const list = (keys: readonly ParseKeys[]) => and.format(keys.map((key) => String(t(key))));
  const can = (text: string): RoleSentence => ({ can: true, text: capital(text, locale) });
  const cannot = (text: string): RoleSentence => ({ can: false, text });

  const withAreas = (verb: 'sees' | 'changes' | 'deletes', isIn: (area: Area) => boolean): RoleSentence[] => {
    const named = areas.filter(isIn);
    return named.length === 0
      ? []
      : [can(t(`roles.${verb}`, { areas: list(named.map((area) => `rights.things.${area}` as const)) }))];
  };
  const ofUsers = sections
    .filter((section) => has(`users:${section}`))
    .map((section) => `roles.sections.${section}` as const);
  const seesCalls = has('calls:view');
  const reach = oneTenant && (access_level === 'tenant' || access_level === 'system') ? 'oneTenant' : access_level;
  return [
    ...(seesCalls ? [can(t(`roles.reaches.${reach}`))] : []),
    ...sentences
      .map((rights) =>
        (rights as readonly DoneRight[]).filter(has).map((right) => `roles.does.${inKey(right)}` as const),
      )
      .filter((words) => words.length > 0)
      .map((words) => can(list(words))),
    ...withAreas('sees', (area) => area !== 'calls' && has(`${area}:view`) && !has(`${area}:edit`)),
    ...withAreas('changes', (area) => area !== 'retention' && has(`${area}:edit`)),
    ...withAreas('deletes', (area) => has(`${area}:delete`)),
    ...(ofUsers.length === 0
      ? []
      : [can(t(has('users:edit') ? 'roles.changesOfUsers' : 'roles.seesOfUsers', { sections: list(ofUsers) }))]),
    ...(seesCalls
      ? missed.filter((right) => !has(right)).map((right) => cannot(t(`roles.misses.${inKey(right)}`)))
      : [cannot(t('roles.misses.calls.view'))]),
    ...(areas.some((area) => has(`${area}:delete`)) ? [] : [cannot(t('roles.misses.delete'))]),
    ...(has('system:api_access') ? [] : [cannot(t('roles.misses.system.api_access'))]),
  ];
}

const capital = (text: string, locale: string): string => {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(locale) + rest.join('');
};
