import type { Archive } from './archive';
import { remember, type SettingsStore } from './settings';

type Moving = { archive: Archive; settings: SettingsStore; port: number | null };

/**
 * Opens the archive on another data folder, which is also that of the next start, instead of the present one. When it
 * throws, the archive is open on the present one again.
 */
export async function moveArchive(to: string, { archive, settings, port }: Moving): Promise<void> {
  const [before, data_folder] = [archive.folder, settings.get('data_folder')];
  // Stored first: if it cannot be, the next start would open the folder before, where nothing of this archive is.
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
