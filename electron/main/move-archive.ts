import type { Archive } from './archive';
import { remember, type SettingsStore } from './settings';

type Moving = { archive: Archive; settings: SettingsStore; port: number | null };

/**
 * Opens the archive in another data folder, which the next start also uses. When it throws, the archive is open on the
 * previous folder again.
 */
export async function moveArchive(to: string, { archive, settings, port }: Moving): Promise<void> {
  const [before, data_folder] = [archive.folder, settings.get('data_folder')];
  // Stored first: if that fails, nothing has moved, and the next start still opens the right folder.
  settings.set({ data_folder: to });
  try {
    await archive.close();
    await archive.open(to, port);
  } catch (cause) {
    remember(settings, { data_folder });
    await archive.open(before, port);
    throw cause;
  }
}
