import type { MenuPart } from '@shared/ipc';

/**
 * Where the keys of a command work: anywhere, or only while that part of the window has the focus. A form on the stage
 * also has the keys of the player, and the player those of the form, where they do not move within it.
 */
export type CommandPlace = 'everywhere' | 'list' | 'player' | 'form';

export type Command = {
  place: CommandPlace;
  /** The default keys. Users may choose others (core/shortcuts.ts). `Ctrl` is the command key on macOS. */
  keys: readonly string[];
  /** Those of its keys that mean something else in the player, in the form and on the stage. */
  yields?: readonly string[];
  /** A single letter that works in the list as well, once the user has turned these on. */
  listLetter?: string;
  /** Where it is in the application menu. */
  part?: MenuPart;
  /** Only useful as a key, so it is not in the palette. */
  onlyKey?: true;
  inDialogs?: true;
  /** A key that is held down starts it only once. */
  once?: true;
  /** About the call in the pane, which is rendered behind the selection. */
  ofPane?: true;
};

/**
 * Declares every command of the window once, for key handling, the palette, the application menu, the sheet (`?`),
 * tooltips and the preferences. Its text is `keys.command.<id>`. What it does, and why it cannot be done at the moment,
 * comes from the part of the window that handles it (core/use-command.ts).
 */
export const commands = {
  palette: { place: 'everywhere', keys: ['Ctrl+K'], part: 'go', onlyKey: true },
  back: { place: 'everywhere', keys: ['Alt+ArrowLeft', 'Ctrl+['], yields: ['Alt+ArrowLeft'], part: 'go' },
  forward: { place: 'everywhere', keys: ['Alt+ArrowRight', 'Ctrl+]'], yields: ['Alt+ArrowRight'], part: 'go' },
  importFolder: { place: 'everywhere', keys: [], part: 'import' },
  importFiles: { place: 'everywhere', keys: [], part: 'import' },
  save: { place: 'everywhere', keys: ['Ctrl+S'], part: 'save' },
  undo: { place: 'everywhere', keys: ['Ctrl+Z'] },
  redo: { place: 'everywhere', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'] },
  preferences: { place: 'everywhere', keys: ['Ctrl+,'], part: 'preferences' },
  account: { place: 'everywhere', keys: [], part: 'person' },
  signOut: { place: 'everywhere', keys: [], part: 'person' },
  search: { place: 'everywhere', keys: ['Ctrl+F'], part: 'find' },
  filter: { place: 'everywhere', keys: ['Ctrl+Shift+F'], part: 'find', listLetter: 'F' },
  review: { place: 'everywhere', keys: ['Ctrl+1'], part: 'go' },
  // The palette has every place under its own name.
  queue: { place: 'everywhere', keys: ['Ctrl+2'], part: 'go', onlyKey: true },
  live: { place: 'everywhere', keys: ['Ctrl+3'], part: 'go', onlyKey: true },
  evaluations: { place: 'everywhere', keys: ['Ctrl+4'], part: 'go', onlyKey: true },
  reports: { place: 'everywhere', keys: ['Ctrl+5'], part: 'go', onlyKey: true },
  sidebar: { place: 'everywhere', keys: ['Ctrl+B'], part: 'panes' },
  inspector: { place: 'everywhere', keys: ['Ctrl+I'], part: 'panes' },
  nextPane: { place: 'everywhere', keys: ['F6'], onlyKey: true },
  help: { place: 'everywhere', keys: ['F1'], part: 'help' },
  keys: { place: 'everywhere', keys: ['?'], part: 'help' },
  showLog: { place: 'everywhere', keys: [], part: 'help' },
  diagnosis: { place: 'everywhere', keys: [], part: 'help' },
  clear: { place: 'everywhere', keys: ['Escape'], onlyKey: true },
  // On some keyboards, + is Shift and =.
  zoomIn: { place: 'everywhere', keys: ['Ctrl++', 'Ctrl+='], part: 'zoom', inDialogs: true },
  zoomOut: { place: 'everywhere', keys: ['Ctrl+-'], part: 'zoom', inDialogs: true },
  zoomReset: { place: 'everywhere', keys: ['Ctrl+0'], part: 'zoom', inDialogs: true },

  listUp: { place: 'list', keys: ['ArrowUp'], onlyKey: true },
  listDown: { place: 'list', keys: ['ArrowDown'], onlyKey: true },
  listPageUp: { place: 'list', keys: ['PageUp'], onlyKey: true },
  listPageDown: { place: 'list', keys: ['PageDown'], onlyKey: true },
  listFirst: { place: 'list', keys: ['Home'], onlyKey: true },
  listLast: { place: 'list', keys: ['End'], onlyKey: true },
  listChoose: { place: 'list', keys: ['Shift+Space', 'Ctrl+Space'], listLetter: 'X', onlyKey: true },
  // Before listPlay, which has Space where it plays.
  listTick: { place: 'list', keys: ['Space'], onlyKey: true },
  listChooseUp: { place: 'list', keys: ['Shift+ArrowUp'], onlyKey: true },
  listChooseDown: { place: 'list', keys: ['Shift+ArrowDown'], onlyKey: true },
  listChooseAll: { place: 'list', keys: ['Ctrl+A'] },
  listGoToDate: { place: 'list', keys: ['Ctrl+G'] },
  listMoveUp: { place: 'list', keys: ['Alt+ArrowUp'], onlyKey: true },
  listMoveDown: { place: 'list', keys: ['Alt+ArrowDown'], onlyKey: true },
  listPlay: { place: 'list', keys: ['Enter', 'Space'], onlyKey: true },
  // Before removeCall: of the chosen calls, while there are any.
  listRemove: { place: 'list', keys: ['Delete'], onlyKey: true, once: true },
  listExpand: { place: 'list', keys: ['ArrowRight'], onlyKey: true },
  listCollapse: { place: 'list', keys: ['ArrowLeft'], onlyKey: true },

  record: { place: 'everywhere', keys: ['Ctrl+Shift+R'], part: 'record', once: true },
  pauseRecording: { place: 'everywhere', keys: ['Ctrl+Shift+P'], part: 'record', inDialogs: true, once: true },
  stopRecording: { place: 'everywhere', keys: [], part: 'record', inDialogs: true },

  playerToggle: { place: 'player', keys: ['Space'], part: 'call', once: true },
  removeCall: { place: 'list', keys: ['Delete'], part: 'call', ofPane: true, once: true },
  callAbove: { place: 'everywhere', keys: ['Ctrl+ArrowUp'], part: 'move' },
  callBelow: { place: 'everywhere', keys: ['Ctrl+ArrowDown'], part: 'move' },
  playerBackLong: { place: 'player', keys: [','], part: 'move' },
  playerOnLong: { place: 'player', keys: ['.'], part: 'move' },
  // With Alt in the form.
  playerBackShort: { place: 'player', keys: ['ArrowLeft', 'Alt+ArrowLeft'], onlyKey: true },
  playerOnShort: { place: 'player', keys: ['ArrowRight', 'Alt+ArrowRight'], onlyKey: true },
  playerBack1: { place: 'player', keys: ['Shift+ArrowLeft'], onlyKey: true },
  playerOn1: { place: 'player', keys: ['Shift+ArrowRight'], onlyKey: true },
  playerStart: { place: 'player', keys: ['Home'] },
  playerEnd: { place: 'player', keys: ['End'] },
  playerGoTo: { place: 'player', keys: ['Ctrl+G'], part: 'move' },
  playerSlower: { place: 'player', keys: ['['], part: 'speed' },
  playerFaster: { place: 'player', keys: [']'], part: 'speed' },
  playerNormalSpeed: { place: 'player', keys: ['\\'], part: 'speed' },
  playerHearAgent: { place: 'player', keys: ['A'], part: 'hear' },
  playerHearCustomer: { place: 'player', keys: ['C'], part: 'hear' },
  playerHearBoth: { place: 'player', keys: ['B'], part: 'hear' },
  playerSkipSilence: { place: 'player', keys: ['S'], part: 'speed' },
  playerLoop: { place: 'player', keys: ['R'] },
  // + and - are those of the player. In the form, - is an answer.
  playerZoomIn: { place: 'player', keys: ['Z', '+'] },
  playerZoomOut: { place: 'player', keys: ['Shift+Z', '-'] },
  playerWholeCall: { place: 'player', keys: ['W'] },
  playerScrollBack: { place: 'player', keys: ['Alt+PageUp'] },
  playerScrollOn: { place: 'player', keys: ['Alt+PageDown'] },
  playerShowPlayhead: { place: 'player', keys: ['V'] },
  noteAdd: { place: 'player', keys: ['N'], ofPane: true },
  regionMark: { place: 'player', keys: ['M'] },

  evaluate: { place: 'everywhere', keys: ['Ctrl+E'], ofPane: true },
  scoreNext: { place: 'everywhere', keys: ['Ctrl+Enter'] },
  questionUp: { place: 'form', keys: ['ArrowUp'], onlyKey: true },
  questionDown: { place: 'form', keys: ['ArrowDown', 'Enter'], onlyKey: true },
  sectionUp: { place: 'form', keys: ['Alt+ArrowUp'], onlyKey: true },
  sectionDown: { place: 'form', keys: ['Alt+ArrowDown'], onlyKey: true },
  answerGive: { place: 'form', keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], onlyKey: true },
  answerNotApplicable: { place: 'form', keys: ['-'] },
  momentLink: { place: 'form', keys: ['L'] },
  momentPlay: { place: 'form', keys: ['P'] },
  differingNext: { place: 'form', keys: ['J'] },
  commentWrite: { place: 'form', keys: ['T'] },
} as const satisfies Record<string, Command>;

export type CommandId = keyof typeof commands;

export const commandIds = Object.keys(commands) as CommandId[];

/** The declaration of a command, with the properties that only some have. */
export const commandOf = (id: CommandId): Command => commands[id];
