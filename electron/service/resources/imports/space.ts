/** Of each file: its two containers to whole blocks, and its rows in the database. */
const perFileBytes = 24 * 1024;

/** What files take in the archive, estimated: encryption adds little, the drawing of a small file a sixteenth at most. */
export const neededBytes = (files: { size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size + Math.ceil(size / 16) + perFileBytes, 0);
