import type { MenuCommand, MenuPart } from '@shared/ipc';
import type { MenuItemConstructorOptions } from 'electron';
import type { menuWordsIn } from './menu-words';

type Item = MenuItemConstructorOptions;
type Options = {
  platform: NodeJS.Platform;
  words: ReturnType<typeof menuWordsIn>;
  commands: readonly MenuCommand[];
  run: (id: string) => void;
  /** Ends the program for a person. The role of the system would not ask. */
  quit: () => void;
};

/** The shortcuts that a menu can show. */
export const accelerator =
  /^(CommandOrControl\+|Alt\+|Shift\+)*([A-Z0-9]|F([1-9]|1\d|2[0-4])|Up|Down|Left|Right|Space|Home|End|PageUp|PageDown|Plus|[,.\-=[\]\\;'/`])$/;

/**
 * The application menu as the system expects it: on macOS with the menu of the program, elsewhere with Quit in File. The
 * commands of the page are in their parts. Groups are separated by lines, and a menu without items is left out.
 */
export function menuTemplate({ platform, words, commands, run, quit: end }: Options): Item[] {
  const isMac = platform === 'darwin';
  const role = (name: NonNullable<Item['role']>, label: string): Item => ({ role: name, label });
  const part = (name: MenuPart): Item[] =>
    commands.filter((command) => command.part === name).map((command) => itemOf(command, isMac, run));

  const about = role('about', words.about);
  const quit: Item = { id: 'quit', label: words.quit, accelerator: 'CommandOrControl+Q', click: end };
  return [
    menu('Earshot', [
      isMac && [about],
      isMac && part('preferences'),
      isMac && [role('services', words.services)],
      isMac && [role('hide', words.hide), role('hideOthers', words.hideOthers), role('unhide', words.showAll)],
      isMac && [quit],
    ]),
    menu(words.file, [part('import'), part('save'), !isMac && part('preferences'), part('person'), !isMac && [quit]]),
    menu(words.edit, [
      [role('undo', words.undo), role('redo', words.redo)],
      [
        role('cut', words.cut),
        role('copy', words.copy),
        role('paste', words.paste),
        role('selectAll', words.selectAll),
      ],
      part('find'),
    ]),
    menu(words.view, [part('go'), part('panes'), part('zoom'), [role('togglefullscreen', words.fullScreen)]]),
    menu(words.call, [part('call'), part('move'), part('speed'), part('hear'), part('record')]),
    {
      ...menu(words.window, [
        [role('minimize', words.minimise), ...(isMac ? [role('zoom', words.enlarge)] : []), role('close', words.close)],
        isMac && [role('front', words.toFront)],
      ]),
      ...(isMac && { role: 'windowMenu' as const }),
    },
    { ...menu(words.help, [part('help'), !isMac && [about]]), ...(isMac && { role: 'help' as const }) },
  ].filter(({ submenu }) => Array.isArray(submenu) && submenu.length > 0);
}

/** A menu of groups with lines between them. */
function menu(label: string, groups: readonly (Item[] | false)[]): Item {
  const filled = groups.filter((group): group is Item[] => group !== false && group.length > 0);
  const line: Item = { type: 'separator' };
  return { label, submenu: filled.flatMap((group, at) => (at === 0 ? group : [line, ...group])) };
}

/**
 * The page handles the keys itself, because some work only in a part of it. The menu shows them. macOS always gives menus
 * their keys, so single ones, which would be missing while typing, are left out there.
 */
function itemOf({ id, label, keys, enabled }: MenuCommand, isMac: boolean, run: (id: string) => void): Item {
  const isShown = keys !== null && !(isMac && !/^(CommandOrControl|Alt)\+|^F\d/.test(keys));
  return {
    id,
    label,
    enabled,
    click: () => run(id),
    ...(isShown && { accelerator: keys, registerAccelerator: false }),
  };
}
