import { basename } from 'node:path';
import { detailEndings } from '@shared/import-fields';
import { soundEndings } from '@shared/sound-formats';
import { type BrowserWindow, dialog } from 'electron';
import { replaceFile } from './replace-file';

/** Asks for a folder, or for recordings and call records; null when nothing is chosen. */
export async function choose(
  window: BrowserWindow,
  kind: 'folder' | 'files',
  recordings: string,
): Promise<string[] | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    properties: kind === 'folder' ? ['openDirectory', 'createDirectory'] : ['openFile', 'multiSelections'],
    filters: kind === 'files' ? [{ name: recordings, extensions: [...soundEndings, ...detailEndings] }] : [],
  });
  return canceled || filePaths.length === 0 ? null : filePaths;
}

/**
 * Writes a file for its owner only, where the user chooses. Returns its name, or null when nothing was chosen or the
 * session ended: the dialog stays open across a lock, and the content belongs to the person who was signed in.
 */
export async function saveAs(
  window: BrowserWindow,
  suggestedName: string,
  content: string | Uint8Array,
  session: AbortSignal,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: basename(suggestedName) });
  if (canceled || !filePath || session.aborted) return null;
  await replaceFile(filePath, (file) => file.writeFile(content));
  return basename(filePath);
}

/** Saves the window's page as PDF, like `saveAs`. */
export async function savePdf(
  window: BrowserWindow,
  suggestedName: string,
  session: AbortSignal,
): Promise<string | null> {
  // Before a file is chosen, because the page may be another one afterwards.
  const pdf = await window.webContents.printToPDF({ printBackground: true, pageSize: 'A4', preferCSSPageSize: true });
  return saveAs(window, suggestedName, pdf, session);
}
