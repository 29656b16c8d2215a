import { type Preferences, zoomRange } from '@shared/ipc';
import Store from 'electron-store';
import { isDiskFull } from '../service/disk';
import { defaultPort } from '../service/http/listener';

type Bounds = { x?: number; y?: number; width: number; height: number; maximized: boolean };
type Settings = {
  data_folder: string | null;
  port: number;
  lock_after_minutes: number;
  bounds: Bounds | null;
  preferences: Preferences;
};

/** What this machine's window remembers. Nothing secret, nothing of the archive: that lies in its database. */
export function openSettings(): Store<Settings> {
  return new Store<Settings>({
    name: 'window',
    clearInvalidConfig: true,
    schema: {
      data_folder: { type: ['string', 'null'], default: null },
      port: { type: 'integer', minimum: 0, maximum: 65_535, default: defaultPort },
      lock_after_minutes: { type: 'integer', minimum: 0, maximum: 1_440, default: 15 },
      bounds: {
        type: ['object', 'null'],
        required: ['width', 'height', 'maximized'],
        properties: {
          x: { type: 'integer' },
          y: { type: 'integer' },
          width: { type: 'integer', minimum: 1 },
          height: { type: 'integer', minimum: 1 },
          maximized: { type: 'boolean' },
        },
        default: null,
      },
      preferences: {
        type: 'object',
        required: ['theme', 'language'],
        properties: {
          theme: { enum: ['system', 'light', 'dark'] },
          language: { enum: ['en', 'de', null] },
          // Not required: settings of an earlier version have none.
          zoom: { type: 'number', minimum: zoomRange.min, maximum: zoomRange.max, default: 1 },
        },
        default: { theme: 'system', language: null, zoom: 1 },
      },
    },
  });
}
export type SettingsStore = ReturnType<typeof openSettings>;

/** Keeps a setting. On a full disk the window goes on without: it is not worth an error. */
export function remember<K extends keyof Settings>(settings: SettingsStore, name: K, value: Settings[K]): void {
  try {
    settings.set(name, value);
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
  }
}
