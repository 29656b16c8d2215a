import { keysOf } from './key';

const key = keysOf('tokens');

export const tokenKeys = {
  /** The tokens of a user. */
  of: (user_id: string) => key(user_id),
};

/** Data that changes with a token. */
export const changedByToken = [key()];
