import { freeBytes, insufficientStorage } from '../../disk';
import { Refusal } from '../../refusal';

/** Of each file: its two containers to whole blocks, and its rows in the database. */
const perFileBytes = 24 * 1024;
/** What the file store leaves to the database, and what that takes meanwhile. */
const marginBytes = 24 * 1024 * 1024;

/**
 * What must be free for files to come in, estimated: encryption adds little, the drawing of a small file a sixteenth at
 * most.
 */
export const neededBytes = (files: { size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size + Math.ceil(size / 16) + perFileBytes, marginBytes);

/** Whether so many bytes are free where `folder` lies. */
export const fits = (needed_bytes: number, folder: string): boolean => needed_bytes <= freeBytes(folder);

/** Refused with InsufficientStorage when these files do not fit where `folder` lies. */
export function mustFit(files: { size: number }[], folder: string): void {
  const needed = neededBytes(files);
  if (!fits(needed, folder)) throw insufficientStorage(folder, needed);
}

/** Whether something failed because the disk is full. */
export const isFull = (cause: unknown): boolean => cause instanceof Refusal && cause.code === 'InsufficientStorage';
