import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * The file of the AppImage that this program runs from; undefined for other packages. A program that another AppImage has
 * started inherits the variables of that one.
 */
export function ownAppImage(): string | undefined {
  const { APPIMAGE, APPDIR } = process.env;
  return APPIMAGE && APPDIR && process.execPath.startsWith(`${APPDIR}${sep}`) ? realpathSync(APPIMAGE) : undefined;
}
