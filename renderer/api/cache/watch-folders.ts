import { keysOf } from './key';

const key = keysOf('watch_folders');

export const watchFolderKeys = {
  all: key(),
  /** All watch folders with what the last look found. */
  states: key('states'),
  allOn: key('all on'),
  /** The files with this outcome, of one folder or of all. */
  files: (outcome: string, folder: string | null) => key('files', outcome, folder),
  /** What a chosen folder would bring, and how it is read. */
  preview: (source: string, how: object) => key('preview', source, how),
};
