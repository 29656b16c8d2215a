import { createHash } from 'node:crypto';

/** The subject of a row: a file, or a record by its place in a file. */
export type Origin = { path: string; place?: number };

/** A hash, because an import that has ended stores no paths. */
export const sourceKey = ({ path, place }: Origin): string =>
  createHash('sha256')
    .update(`${path}\0${place ?? ''}`)
    .digest('hex')
    .slice(0, 24);
