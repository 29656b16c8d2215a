import type { MenuCommand } from '@shared/ipc';
import { expect, test } from 'vitest';
import { accelerator, menuTemplate } from '../../electron/main/menu';
import { menuWordsIn } from '../../electron/main/menu-words';

const command = (id: string, part: MenuCommand['part'], keys: string | null = null): MenuCommand => ({
  id,
  part,
  keys,
  label: id,
  enabled: true,
});
const commands = [
  command('importFiles', 'import'),
  command('preferences', 'preferences', 'CommandOrControl+,'),
  command('search', 'find', 'CommandOrControl+F'),
  command('zoomIn', 'zoom', 'CommandOrControl+Plus'),
  command('playerSlower', 'speed', '['),
  command('help', 'help', 'F1'),
];

/** The menus by their labels: their items by role or label, with `-` for a line. */
function menusOn(platform: NodeJS.Platform, shown = commands, language: 'en' | 'de' = 'en') {
  const template = menuTemplate({
    platform,
    words: menuWordsIn(language),
    commands: shown,
    run: () => {},
    quit: () => {},
  });
  return Object.fromEntries(
    template.map(({ label, submenu }) => [
      label,
      (Array.isArray(submenu) ? submenu : []).map(({ type, role, id, label }) =>
        type === 'separator' ? '-' : (role ?? id ?? label),
      ),
    ]),
  );
}

test('Linux and Windows have Quit and the preferences in File', () => {
  expect(menusOn('linux')).toEqual({
    File: ['importFiles', '-', 'preferences', '-', 'quit'],
    Edit: ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'selectAll', '-', 'search'],
    View: ['zoomIn', '-', 'togglefullscreen'],
    Call: ['playerSlower'],
    Window: ['minimize', 'close'],
    Help: ['help', '-', 'about'],
  });
  expect(menusOn('win32')).toEqual(menusOn('linux'));
});

test('macOS has the menu of the program, with the preferences in it', () => {
  expect(menusOn('darwin')).toMatchObject({
    Earshot: ['about', '-', 'preferences', '-', 'services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'],
    File: ['importFiles'],
    Window: ['minimize', 'zoom', 'close', '-', 'front'],
    Help: ['help'],
  });
});

test('before the page has sent its commands, the menus of the system are there, in the language of the window', () => {
  expect(Object.keys(menusOn('linux', [], 'de'))).toEqual(['Datei', 'Bearbeiten', 'Ansicht', 'Fenster', 'Hilfe']);
});

test('menus show shortcuts but leave them to the page, and macOS gets no single keys', () => {
  const itemOf = (platform: NodeJS.Platform, id: string) =>
    menuTemplate({ platform, words: menuWordsIn('en'), commands, run: () => {}, quit: () => {} })
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .find((item) => item.id === id);
  expect(itemOf('linux', 'playerSlower')).toMatchObject({ accelerator: '[', registerAccelerator: false });
  expect(itemOf('darwin', 'playerSlower')).not.toHaveProperty('accelerator');
  expect(itemOf('darwin', 'help')).toMatchObject({ accelerator: 'F1' });
});

test('only shortcuts that Electron knows are shown', () => {
  const known = ['CommandOrControl+Shift+F', 'F24', '\\', 'Alt+Up', 'F25', 'MediaPlay', 'Ctrl+ß', 'A+B'];
  expect(known.filter((keys) => accelerator.test(keys))).toEqual(['CommandOrControl+Shift+F', 'F24', '\\', 'Alt+Up']);
});
