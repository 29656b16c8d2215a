import { createHash } from 'node:crypto';

/** What a row is about: a file, or a record by its place in one. */
export type Origin = { path: string; place?: number };

/** A hash, since an import that has ended keeps no paths. */
export const sourceKey = ({ path, place }: Origin): string =>
  createHash('sha256')
    .update(`${path}\0${place ?? ''}`)
    .digest('hex')
    .slice(0, 24);
