import type { Preferences } from './preferences';
import type { UpdateMode, UpdateState } from './updates';

/** The most characters of a text that is saved as a file: that of some 200,000 users. */
export const maxSavedText = 33_554_432;
/** The most characters of a text that is sealed: any address of the window. */
export const maxSealedText = 65_536;

/** The requests that a page cannot send to the API. Main checks every argument, and paths never reach the page. */
export const channels = {
  machine: 'earshot:machine',
  choose: 'earshot:choose',
  samples: 'earshot:samples',
  dropped: 'earshot:dropped',
  saveText: 'earshot:save-text',
  savePdf: 'earshot:save-pdf',
  moveData: 'earshot:move-data',
  api: 'earshot:api',
  openApi: 'earshot:open-api',
  keep: 'earshot:keep',
  close: 'earshot:close',
  updates: 'earshot:updates',
  diagnosis: 'earshot:diagnosis',
  updateFolder: 'earshot:update-folder',
  lookForUpdate: 'earshot:look-for-update',
  updated: 'earshot:updated',
  showLog: 'earshot:show-log',
  preferences: 'earshot:preferences',
  locked: 'earshot:locked',
  save: 'earshot:save',
  saving: 'earshot:saving',
  stopSaving: 'earshot:stop-saving',
  commands: 'earshot:commands',
  command: 'earshot:command',
  link: 'earshot:link',
  linked: 'earshot:linked',
  notify: 'earshot:notify',
  noticed: 'earshot:noticed',
  recorder: 'earshot:recorder',
  seal: 'earshot:seal',
  unseal: 'earshot:unseal',
} as const;

const sent: ReadonlySet<string> = new Set([
  channels.locked,
  channels.saving,
  channels.command,
  channels.linked,
  channels.noticed,
  channels.updated,
]);
/** The channels on which the page asks, and main answers. On the others main sends. */
export const asked = Object.values(channels).filter((channel) => !sent.has(channel));

/** State of the OS keychain. */
export type KeychainState = 'ok' | 'absent' | 'locked' | 'missing' | 'mismatch';

/**
 * Whether a recovery kit would provide the master key that is missing in the keychain (`opens`), or has provided it
 * until Earshot is closed (`opened`); null when no kit is needed.
 */
export type KitState = 'opens' | 'opened' | null;

/** Why a folder cannot hold an archive. */
export type FolderFault = 'foreign' | 'read_only' | 'denied' | 'not_a_folder' | 'full' | 'unknown';

/** Who works at this window. */
export type Person = { user_id: string; name: string; login: string };

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
  /** The user whose session a lock ended, until the next one begins. */
  locked_for: Person | null;
};

/** The loopback API on this machine: the setting, and its address; null while it is off or has no port. */
export type ApiDoor = { on: boolean; port: number; url: string | null };
export type ApiChange = { on?: boolean | undefined; port?: number | undefined };
/** Whether this program stays when its window is closed and starts with the session, and whether the desktop shows its icon. */
export type Kept = { keeps_running: boolean; starts_hidden: boolean; has_tray: boolean };
/** The port is used by another program; `free` is the next free one, if there is one. */
export type ApiDoorRefused = { taken: number; free: number | null };
export const apiPorts = { min: 1024, max: 65_535 } as const;

/** Files or a folder that the user chose. The page only knows the handle. */
export type Source = { handle: string; name: string };

/** The parts of the application menu that contain commands of the page (electron/main/menu.ts). */
export const menuParts = [
  'import',
  'save',
  'preferences',
  'person',
  'find',
  'go',
  'panes',
  'zoom',
  'call',
  'move',
  'speed',
  'hear',
  'record',
  'help',
] as const;
export type MenuPart = (typeof menuParts)[number];

/** A command in the application menu. `keys`: its shortcut as Electron names it; null for none. */
export type MenuCommand = { id: string; part: MenuPart; label: string; keys: string | null; enabled: boolean };

/** What the system gave Earshot to open. `source`: files to import; null to choose them. `id`: of the call, the evaluation, the report or the saved search. */
export type Link =
  | { to: 'call'; id: string; at_ms: number | null }
  | { to: 'evaluation'; id: string; question_id: string | null }
  | { to: 'report' | 'search'; id: string }
  | { to: 'import'; source: Source | null }
  | { to: 'record' }
  | { to: 'nowhere' };

/** A notification of the system. */
export type Notice = { id: number; title: string; body: string };

/** A running download. `total_bytes` is 0 while the size is unknown. */
export type Saving = {
  id: number;
  name: string;
  received_bytes: number;
  total_bytes: number;
  state: 'running' | 'done' | 'cancelled' | 'failed';
};

/** The recording of this machine's audio that the page makes. */
export type PageRecording = { recording_id: string; call_id: string; is_paused: boolean; may_pause: boolean };

/**
 * The longest that the page takes for each step with which it ends its recording, in ms: what is captured, a pause that is
 * asked for, the audio that is not sent yet, and the end itself.
 */
export const endingMs = { flush: 500, pending: 15_000, drain: 5_000, close: 20_000 } as const;

/** The API's refusal of a download: its status and text. */
export type NotSaved = { status: number; body: string };

export type Bridge = {
  /** A text sealed with the master key, so that the page can store it; null while the keychain does not give the key. */
  seal(text: string): Promise<string | null>;
  /** The text of a sealed one; null if it cannot be opened. */
  unseal(sealed: string): Promise<string | null>;
  machine(): Promise<Machine>;
  choose(kind: 'folder' | 'files'): Promise<Source | null>;
  /** The sample calls that come with Earshot. */
  samples(): Promise<Source>;
  /** Registers files dropped on the window. */
  dropped(files: File[]): Promise<Source | null>;
  /** Asks where to save a text file; returns the file's name, or null when cancelled. */
  saveText(suggestedName: string, text: string): Promise<string | null>;
  /** Asks where to save the printed page as PDF; returns the file's name, or null when cancelled. */
  savePdf(suggestedName: string): Promise<string | null>;
  /** Chooses another data folder, only while there is no user; null when cancelled. */
  moveData(): Promise<Machine | { unusable: FolderFault } | null>;
  preferences(change: Partial<Preferences>): Promise<Preferences>;
  /** The state of the loopback API, after a change if one is given. */
  api(change?: ApiChange): Promise<ApiDoor | ApiDoorRefused>;
  /** Opens the reference of the API, or its description, in the browser. */
  openApi(path: '/docs' | '/api/v2/openapi.json'): Promise<void>;
  /** Whether the program stays without its window, after a change if one is given. */
  keep(change?: Partial<Omit<Kept, 'has_tray'>>): Promise<Kept>;
  /** The updates of this program, after a change if one is given; null if the role may not change them. */
  updates(change?: { mode?: UpdateMode; address?: string | null }): Promise<UpdateState | null>;
  /** Asks for the folder in which updates are looked for. Null when cancelled, or if the role may not. */
  updateFolder(): Promise<UpdateState | null>;
  /** What Earshot needs from this machine and whether it has it, and the log: without names and numbers. */
  diagnosis(): Promise<string>;
  /** Looks for an update now. */
  lookForUpdate(): Promise<UpdateState>;
  /** Calls `then` each time a look has ended. */
  onUpdated(then: () => void): void;
  /** Closes the window as its frame does. `window.close` would close it without the questions of main. */
  close(): Promise<void>;
  /** Shows the folder of the log in the file manager. */
  showLog(): Promise<void>;
  /**
   * Calls `then` each time main has ended the session, because the screen was locked or the window unused for a while.
   */
  onLocked(then: () => void): void;
  /** Asks where to save the recording or export at an address of the API, and saves it. Resolves when the download ends. */
  save(address: string): Promise<NotSaved | null>;
  /** Calls `then` every second of a download, and at its end. */
  onSaving(then: (saving: Saving) => void): void;
  /** Cancels a download by its id. */
  stopSaving(id: number): Promise<void>;
  /**
   * Sets the commands of the application menu, in their order. Returns the ids of those whose keys were to work in other
   * programs as well, but are taken.
   */
  commands(shown: readonly MenuCommand[]): Promise<string[]>;
  /** Calls `then` with the id of a command that was chosen in the application menu. */
  onCommand(then: (id: string) => void): void;
  /** Takes the link that waits to be opened; null if there is none. */
  link(): Promise<Link | null>;
  /** Calls `then` each time a link waits. */
  onLinked(then: () => void): void;
  /** Shows a notification of the system. */
  notify(notice: Notice): Promise<void>;
  /** Calls `then` with the id of a notification that was clicked, once the window is in front. */
  onNoticed(then: (id: number) => void): void;
  /** Reports the recording that the page makes; null for none. */
  recorder(recording: PageRecording | null): Promise<void>;
};
