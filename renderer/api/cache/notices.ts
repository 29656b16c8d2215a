import { keysOf } from './key';

const key = keysOf('notices');

export const noticeKeys = {
  /** The newest ones. */
  latest: key('latest'),
  /** How many are not read. */
  unread: key('unread'),
};

/** Data that changes with a notice. */
export const changedByNotice = [key()];
