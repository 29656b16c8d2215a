import { freeBytes, insufficientStorage } from '../../../disk';

/** Per file: its two containers rounded up to whole blocks, and its rows in the database. */
const perFileBytes = 24 * 1024;
/** The space that the file store leaves to the database, and what the database uses during an import. */
const marginBytes = 24 * 1024 * 1024;

/**
 * An estimate of the free space needed to import files: encryption adds little, and the peaks of a small file at most a
 * sixteenth.
 */
export const neededBytes = (files: { size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size + Math.ceil(size / 16) + perFileBytes, marginBytes);

/** Whether the disk of `folder` has this many free bytes. */
export const fits = (needed_bytes: number, folder: string): boolean => needed_bytes <= freeBytes(folder);

/** Refused with InsufficientStorage when these files do not fit on the disk of `folder`. */
export function mustFit(files: { size: number }[], folder: string): void {
  const needed = neededBytes(files);
  if (!fits(needed, folder)) throw insufficientStorage(folder, needed);
}
