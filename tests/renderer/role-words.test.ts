import { everyPermission, type Permission, permissionCatalogue } from '@shared/permissions';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { type RoleRights, sentencesOf } from '../../renderer/features/roles/role-words';
import { addTextsOf } from '../support/texts';

addTextsOf('roles');

const locales = { en: 'en-GB', de: 'de-DE' } as const;
const said = (role: RoleRights, language: keyof typeof locales): string[] =>
  sentencesOf(role, i18next.getFixedT(language), locales[language]).map(
    ({ can, text }) => `${can ? 'yes' : 'no'}: ${text}`,
  );

const teamLead: RoleRights = {
  access_level: 'managed_groups',
  permissions: {
    system: ['api_access'],
    calls: ['view', 'edit', 'playback', 'categorize', 'add_notes', 'pause_recording'],
    call_notes: ['view', 'edit'],
    reports: ['view', 'run'],
    call_categories: ['view'],
    users: ['view', 'recording_settings'],
  },
};

test('a role is described in sentences, in each language', () => {
  expect(said(teamLead, 'en')).toEqual([
    'yes: Sees calls of the groups they manage',
    'yes: Listens to calls',
    'yes: Categorises calls and takes notes',
    'yes: Pauses a recording in progress',
    'yes: Runs reports',
    'yes: Uses the API with the same limits',
    'yes: Sees categories, users and reports',
    'yes: Changes calls and notes',
    'yes: Sees each user’s recording settings',
    'no: Cannot save audio to a file',
    'no: Cannot see confidential calls',
    'no: Cannot delete anything',
  ]);
  expect(said(teamLead, 'de').slice(0, 4)).toEqual([
    'yes: Sieht Anrufe der geleiteten Gruppen',
    'yes: Hört Anrufe an',
    'yes: Ordnet Anrufe Kategorien zu und schreibt Notizen',
    'yes: Pausiert laufende Aufnahmen',
  ]);
});

const rights = Object.entries(permissionCatalogue).flatMap(([area, actions]) =>
  actions.map((action) => `${area}:${action}` as Permission),
);

test.each(rights)('the right %s appears in the sentences', (right) => {
  const [area = '', action = ''] = right.split(':');
  for (const language of ['en', 'de'] as const) {
    const nothing = said({ access_level: 'user', permissions: {} }, language);
    const only = said({ access_level: 'user', permissions: { [area]: [action] } }, language);
    expect(only.filter((sentence) => sentence.startsWith('yes') && !nothing.includes(sentence))).toHaveLength(1);
    expect(only.filter((sentence) => sentence.includes('roles.'))).toEqual([]);
  }
});

test('a role with every right lacks nothing, and one without rights can do nothing', () => {
  const all = said({ access_level: 'root', permissions: everyPermission() }, 'en');
  const none = said({ access_level: 'user', permissions: {} }, 'en');

  expect([all.filter((sentence) => sentence.startsWith('no')), none]).toEqual([
    [],
    ['no: Cannot see calls', 'no: Cannot delete anything', 'no: Cannot use the API'],
  ]);
});
