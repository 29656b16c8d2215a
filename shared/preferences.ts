import { isOneOf } from './one-of';

/** How this machine shows Earshot to its users, and when it locks. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  language: 'en' | 'de' | null;
  /** The zoom factor of the window; 1 is the normal size. */
  zoom: number;
  /** Minutes without keyboard or mouse input after which the window locks; 0 for never. */
  lock_after_minutes: number;
  /** Whether the system shows a notification when background work ends while the window is not in front. */
  notifies: boolean;
  /** The keys of recording that also work while another program is in front. */
  global_keys: (typeof globalKeys)[number];
};

/** The preferences before anybody has changed one. */
export const firstPreferences: Preferences = {
  theme: 'system',
  language: null,
  zoom: 1,
  lock_after_minutes: 15,
  notifies: true,
  global_keys: 'pause',
};

/**
 * `pause`: pausing and resuming only, and only while this window records. `all`: starting as well, while nothing is
 * recorded.
 */
export const globalKeys = ['none', 'pause', 'all'] as const;
export const zoomRange = { min: 0.5, max: 3 } as const;
const longestLock = 1_440;

const isIn = (values: readonly unknown[]) => (value: unknown) => isOneOf(values, value);
const isWithin = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && value >= min && value <= max;

/** Whether a value is one of a preference. Without zod, which would delay the start of the window. */
const fits: { readonly [K in keyof Preferences]: (value: unknown) => boolean } = {
  theme: isIn(['system', 'light', 'dark']),
  language: isIn(['en', 'de', null]),
  zoom: isWithin(zoomRange.min, zoomRange.max),
  lock_after_minutes: (minutes) => Number.isInteger(minutes) && isWithin(0, longestLock)(minutes),
  notifies: (notifies) => typeof notifies === 'boolean',
  global_keys: isIn(globalKeys),
};

/** Whether this is an object of valid preferences, some or all of them, and nothing else. */
export const isPreferences = (value: unknown): value is Partial<Preferences> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([name, chosen]) => Object.hasOwn(fits, name) && fits[name as keyof Preferences](chosen));
