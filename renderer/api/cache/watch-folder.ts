import { keysOf } from './key';

const key = keysOf('watch-folder');

export const watchFolderKeys = {
  all: key(),
  state: key('state'),
  /** The files with this outcome. */
  files: (outcome: string) => key('files', outcome),
};
