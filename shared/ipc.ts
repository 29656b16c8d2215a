/** The requests that a page cannot send to the API. Main checks every argument, and paths never reach the page. */
export const channels = {
  machine: 'earshot:machine',
  choose: 'earshot:choose',
  samples: 'earshot:samples',
  dropped: 'earshot:dropped',
  saveText: 'earshot:save-text',
  moveData: 'earshot:move-data',
  preferences: 'earshot:preferences',
  locked: 'earshot:locked',
  save: 'earshot:save',
  saving: 'earshot:saving',
  stopSaving: 'earshot:stop-saving',
} as const;

/** State of the OS keychain. */
export type KeychainState = 'ok' | 'absent' | 'locked' | 'missing' | 'mismatch';

/**
 * Whether a recovery kit would provide the master key that is missing in the keychain (`opens`), or has provided it
 * until Earshot is closed (`opened`); null when no kit is needed.
 */
export type KitState = 'opens' | 'opened' | null;

/** Why a folder cannot hold an archive. */
export type FolderFault = 'foreign' | 'read_only' | 'denied' | 'not_a_folder' | 'full' | 'unknown';

/** The state of the machine that the window needs before sign-in. */
export type Machine = {
  version: string;
  platform: string;
  needs_setup: boolean;
  keychain: KeychainState;
  kit: KitState;
  /** The data folder in readable form, for example "Documents / Earshot". */
  data_folder: string;
  free_bytes: number;
  /** The address of the loopback API; null while the listener is off. */
  api_url: string | null;
};

/** Files or a folder that the user chose. The page only knows the handle. */
export type Source = { handle: string; name: string };

export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  language: 'en' | 'de' | null;
  /** The zoom factor of the window; 1 is the normal size. */
  zoom: number;
};
export const zoomRange = { min: 0.5, max: 3 } as const;

/** A running download. `total_bytes` is 0 while the size is unknown. */
export type Saving = {
  id: number;
  name: string;
  received_bytes: number;
  total_bytes: number;
  state: 'running' | 'done' | 'cancelled' | 'failed';
};

/** The API's refusal of a download: its status and text. */
export type NotSaved = { status: number; body: string };

export type Bridge = {
  machine(): Promise<Machine>;
  choose(kind: 'folder' | 'files'): Promise<Source | null>;
  /** The sample calls that come with Earshot. */
  samples(): Promise<Source>;
  /** Registers files dropped on the window. */
  dropped(files: File[]): Promise<Source | null>;
  /** Asks where to save a text file; returns the file's name, or null when cancelled. */
  saveText(suggestedName: string, text: string): Promise<string | null>;
  /** Chooses another data folder, only while there is no user; null when cancelled. */
  moveData(): Promise<Machine | { unusable: FolderFault } | null>;
  preferences(change?: Partial<Preferences>): Promise<Preferences>;
  /**
   * Calls `then` each time main has ended the session, because the screen was locked or the window unused for a while.
   */
  onLocked(then: () => void): void;
  /** Asks where to save the recording at an address of the API, and saves it. Resolves when the download ends. */
  save(address: string): Promise<NotSaved | null>;
  /** Calls `then` every second of a download, and at its end. */
  onSaving(then: (saving: Saving) => void): void;
  /** Cancels a download by its id. */
  stopSaving(id: number): Promise<void>;
};
