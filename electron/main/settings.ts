import { firstPreferences, isPreferences, type Preferences } from '@shared/preferences';
import { isUpdateAddress, type KeptUpdates, type UpdatePlace, updateModes } from '@shared/updates';
import Store from 'electron-store';
import { codeOf } from '../service/error-code';
import { defaultPort } from '../service/http/port';

type Bounds = { x?: number; y?: number; width: number; height: number; maximized: boolean };
export type Settings = {
  data_folder: string | null;
  port: number;
  /** Whether tools may connect over TCP. */
  api_on: boolean;
  /** Whether the program stays when its window is closed, and whether it asks first if something would stop. */
  keeps_running: boolean;
  asks_to_stay: boolean;
  updates: KeptUpdates;
  bounds: Bounds | null;
  preferences: Preferences;
};

const atFirst: Settings = {
  data_folder: null,
  port: defaultPort,
  api_on: true,
  keeps_running: false,
  asks_to_stay: true,
  updates: { mode: 'off', place: null, newest: null, installed: null },
  bounds: null,
  preferences: firstPreferences,
};

const isWithin = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const isLength = isWithin(1, 100_000);
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isUpdatePlace = (place: UpdatePlace) =>
  isObject(place) &&
  ('address' in place
    ? typeof place.address === 'string' && isUpdateAddress(place.address)
    : typeof place.folder === 'string');
const isPlace = (value: unknown) => value === undefined || Number.isInteger(value);

/** The file can be edited by hand, so an invalid setting is treated as missing. */
const fits: { [K in keyof Settings]: (value: Settings[K]) => boolean } = {
  data_folder: (folder) => folder === null || typeof folder === 'string',
  port: isWithin(0, 65_535),
  api_on: isBoolean,
  keeps_running: isBoolean,
  asks_to_stay: isBoolean,
  updates: (kept) =>
    isObject(kept) &&
    updateModes.includes(kept.mode) &&
    (kept.place === null || isUpdatePlace(kept.place)) &&
    [kept.newest, kept.installed].every((version) => version === null || typeof version === 'string'),
  bounds: (at) =>
    at === null ||
    (isObject(at) &&
      isLength(at.width) &&
      isLength(at.height) &&
      isPlace(at.x) &&
      isPlace(at.y) &&
      typeof at.maximized === 'boolean'),
  preferences: isPreferences,
};

/**
 * The window's settings on this machine, in a file that users may edit. It contains no secrets and no data of the
 * archive, which are in the database. The library's JSON schema is not used: compiling it takes 100 ms before the
 * window appears.
 */
export class SettingsStore {
  private readonly store = new Store<Partial<Settings>>({
    name: 'window',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });

  get<K extends keyof Settings>(name: K): Settings[K] {
    const kept: unknown = this.store.get(name);
    // Settings of an earlier version may lack a property, and those of a later one may have more.
    const first = atFirst[name];
    const whole = isObject(kept) && isObject(first) ? withPropertiesOf(first, { ...first, ...kept }) : kept;
    return whole !== undefined && fits[name](whole as Settings[K]) ? (whole as Settings[K]) : first;
  }

  /** Stores all of these settings or none. Throws when the disk is full or missing. */
  set(values: Partial<Settings>): void {
    this.store.set(values);
  }
}

/** The properties of `of` that `first` has too. */
const withPropertiesOf = (first: object, of: object): object =>
  Object.fromEntries(Object.entries(of).filter(([property]) => Object.hasOwn(first, property)));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Stores settings. A full or missing disk is ignored, because the window works without stored settings. */
export function remember(settings: SettingsStore, values: Partial<Settings>): void {
  try {
    settings.set(values);
  } catch (cause) {
    if (codeOf(cause) === undefined) throw cause;
  }
}
