import { keysOf } from './key';

export const backupsKey = keysOf('backups')();
