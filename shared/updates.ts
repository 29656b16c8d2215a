import { localHosts } from './local-hosts';

/** Whether the program looks for newer versions, and whether it installs them. */
export const updateModes = ['off', 'notify', 'install'] as const;
export type UpdateMode = (typeof updateModes)[number];

/** What came of the last look. Every outcome but the first three refuses what was found. */
export type UpdateOutcome =
  | 'current'
  | 'found'
  | 'installed'
  | 'unreachable'
  | 'missing'
  | 'unsigned'
  | 'forged'
  | 'broken'
  | 'older'
  | 'changed'
  | 'incomplete'
  | 'not_writable';

/** The updates of this program. `place`: the address, or the name of the folder, in which it looks. */
export type UpdateState = {
  mode: UpdateMode;
  place: string | null;
  /** Null before the first look. */
  outcome: UpdateOutcome | null;
  /** The version that was found; null if there is none. */
  version: string | null;
  /** When it was looked, in ms. */
  checked_at: number | null;
  /** Whether this program can replace itself: an AppImage that was built with keys. */
  can_install: boolean;
  /** Whether it was built with the keys of releases. Without them, it trusts no version. */
  has_keys: boolean;
};

/** Where the program looks: an address, or a folder that the site shares. */
export type UpdatePlace = { address: string } | { folder: string };

/**
 * What is kept of updates. `newest`: the highest version with a valid signature that was ever seen. `installed`: the version
 * that has replaced the file of this program.
 */
export type KeptUpdates = {
  mode: UpdateMode;
  place: UpdatePlace | null;
  newest: string | null;
  installed: string | null;
};

/** Whether an address may be looked at: https, or this machine. */
export function isUpdateAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isPlain = !/[@?#\s]/.test(text);
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && localHosts.includes(hostname)));
}
