import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { isUuid } from '@shared/uuid';
import { ownAppImage } from '../main/app-image';
import { folderArgument } from '../main/data-folder';
import { CommandError, usage } from './command-error';
import { hasDisplay } from './headless';
import { type Called, textIn } from './table';

/** Opens the window of the installed program, at a link or a call. A program that is running brings its window to the front. */
export async function open({ values, words: [where] }: Called): Promise<void> {
  const link = where !== undefined && isUuid(where) ? `earshot://call/${where}` : where;
  if (link !== undefined && !link.startsWith('earshot://')) throw usage(`"${where}" is no link, and no id of a call.`);
  if (!process.versions.electron)
    throw new CommandError('Only the installed program opens a window. In a clone, use npm start.', 1);
  if (!hasDisplay()) throw new CommandError('There is no display for the window of Earshot.', 1);
  const folder = textIn(values, 'data');
  const args = [
    ...(folder === undefined ? [] : [folderArgument(resolve(folder))]),
    ...(link === undefined ? [] : [link]),
  ];
  // The place that an AppImage runs from ends with this command.
  spawn(ownAppImage() ?? process.execPath, args, { detached: true, stdio: 'ignore' }).unref();
}
