import { sep } from 'node:path';

/** Whether a path is a folder or in it. Both are real paths. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
