import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { app } from 'electron';
import { publishText } from '../service/publish';
import { ownAppImage } from './app-image';
import { folderArgument, folderIn } from './data-folder';

/** Starts the program without a window, as the start of a session does. */
export const hiddenArgument = '--hidden';

/** The entry of the XDG Autostart Specification. */
const entry = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'earshot.desktop');

/** Whether the session of the user starts the program, hidden. */
export function startsHidden(): boolean {
  if (process.platform !== 'linux') return app.getLoginItemSettings({ args: [hiddenArgument] }).openAtLogin;
  try {
    return readFileSync(entry(), 'utf8').includes(hiddenArgument);
  } catch {
    return false;
  }
}

/** Lets the session of the user start the program, or ends this. Throws when the entry cannot be written. */
export function setAutostart(isOn: boolean): void {
  // Written again if it is there: the program may have moved.
  if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin: isOn, args: [hiddenArgument] });
  else if (isOn) {
    mkdirSync(dirname(entry()), { recursive: true });
    publishText(entry(), desktopEntry(ownCommand()));
  } else rmSync(entry(), { force: true });
}

/** The command that starts this program on the same folder. An AppImage runs from a place that is gone afterwards. */
function ownCommand(): string[] {
  const program = app.isPackaged ? [ownAppImage() ?? process.execPath] : [process.execPath, app.getAppPath()];
  // At the start of a session, the folder of this one is not the current one.
  const folder = folderIn(process.argv);
  return [...program, ...(folder ? [folderArgument(resolve(folder))] : []), hiddenArgument];
}

/** A desktop entry, whose command is quoted as the Desktop Entry Specification says. */
export function desktopEntry(command: readonly string[]): string {
  // Of a quoted argument, first the rule of the key Exec, then that of every text.
  const quoted = command.map((part) =>
    `"${part.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\'),
  );
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Earshot',
    `Exec=${quoted.join(' ')}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Whether the program was started to stay hidden. macOS gives a program that the session starts no arguments. */
export const isStartedHidden = (args: readonly string[]): boolean =>
  args.includes(hiddenArgument) || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
