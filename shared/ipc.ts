/** The few things a page cannot ask the API for. Main checks every argument; paths never reach the page. */
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
 * Whether a recovery kit would bring the master key that the keychain does not give (`opens`), or has brought it until
 * Earshot is closed (`opened`); null where none is needed.
 */
export type KitState = 'opens' | 'opened' | null;

/** Why a folder cannot hold an archive. */
export type FolderFault = 'foreign' | 'read_only' | 'denied' | 'not_a_folder' | 'full' | 'unknown';

/** What the window must know of the machine before anybody has signed in. */
export type Machine = {
  version: string;
  platform: string;
  needs_setup: boolean;
  keychain: KeychainState;
  kit: KitState;
  /** The data folder as a person would say it, for example "Documents / Earshot". */
  data_folder: string;
  free_bytes: number;
  /** Address of the loopback API; null while the listener is off. */
  api_url: string | null;
};

/** Files or a folder chosen by a person, known to the page by a handle alone. */
export type Source = { handle: string; name: string };

export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  language: 'en' | 'de' | null;
  /** Size of everything in the window; 1 is the normal size. */
  zoom: number;
};
export const zoomRange = { min: 0.5, max: 3 } as const;

/** A recording on its way to a file that a person chose. `total_bytes` is 0 while it is not known. */
export type Saving = {
  id: number;
  name: string;
  received_bytes: number;
  total_bytes: number;
  state: 'running' | 'done' | 'cancelled' | 'failed';
};

/** Why a download was not even begun: the status and the text of the API's refusal. */
export type NotSaved = { status: number; body: string };

export type Bridge = {
  machine(): Promise<Machine>;
  choose(kind: 'folder' | 'files'): Promise<Source | null>;
  /** The sample calls that are shipped with Earshot. */
  samples(): Promise<Source>;
  /** Files dropped on the window. */
  dropped(files: File[]): Promise<Source | null>;
  /** Asks where to keep a text file; the file's name, or null when cancelled. */
  saveText(suggestedName: string, text: string): Promise<string | null>;
  /** Chooses another data folder, only while there is no user; null when cancelled. */
  moveData(): Promise<Machine | { unusable: FolderFault } | null>;
  preferences(change?: Partial<Preferences>): Promise<Preferences>;
  /** Calls `then` each time main has ended the session: the screen was locked, or nobody was there for a while. */
  onLocked(then: () => void): void;
  /** Asks where to save the recording at an address of the API, and saves it; resolves at its end. */
  save(address: string): Promise<NotSaved | null>;
  /** Calls `then` each second of a download, and with its end. */
  onSaving(then: (saving: Saving) => void): void;
  /** Ends a download by its id. */
  stopSaving(id: number): Promise<void>;
};
