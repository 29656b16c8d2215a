import { channels, type MenuCommand } from '@shared/ipc';
import { type BrowserWindow, Menu } from 'electron';
import { menuTemplate } from './menu';
import { menuWordsIn } from './menu-words';
import type { languageIn } from './words';

type Options = {
  quit: () => void;
  window: () => BrowserWindow | undefined;
  language: () => ReturnType<typeof languageIn>;
};

/** Sets the application menu, with the commands that the page has sent so far. */
export function setApplicationMenu(commands: readonly MenuCommand[], { window, quit, language }: Options): void {
  const template = menuTemplate({
    platform: process.platform,
    words: menuWordsIn(language()),
    commands,
    quit,
    run: (id) => window()?.webContents.send(channels.command, id),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
