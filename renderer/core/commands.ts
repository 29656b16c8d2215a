import i18next from 'i18next';
import { isTextKey } from '../i18n/i18n';

/** Where the keys of a command work: anywhere, or only while that part of the window has the focus. */
export type Place = 'everywhere' | 'list' | 'player';

/**
 * Declares every shortcut of the window for key handling, the sheet (`?`) and tooltips. `Ctrl` is the command key on
 * macOS. A single letter works only in its place, never in text.
 */
export const commands = {
  search: { place: 'everywhere', keys: ['Ctrl+F'] },
  filter: { place: 'everywhere', keys: ['Ctrl+Shift+F'] },
  sidebar: { place: 'everywhere', keys: ['Ctrl+B'] },
  inspector: { place: 'everywhere', keys: ['Ctrl+I'] },
  nextPane: { place: 'everywhere', keys: ['F6'] },
  help: { place: 'everywhere', keys: ['?', 'F1'] },
  clear: { place: 'everywhere', keys: ['Escape'] },
  save: { place: 'everywhere', keys: ['Ctrl+S'] },
  // On some keyboards, + is Shift and =.
  zoomIn: { place: 'everywhere', keys: ['Ctrl++', 'Ctrl+='], inDialogs: true },
  zoomOut: { place: 'everywhere', keys: ['Ctrl+-'], inDialogs: true },
  zoomReset: { place: 'everywhere', keys: ['Ctrl+0'], inDialogs: true },

  listUp: { place: 'list', keys: ['ArrowUp'] },
  listDown: { place: 'list', keys: ['ArrowDown'] },
  listPageUp: { place: 'list', keys: ['PageUp'] },
  listPageDown: { place: 'list', keys: ['PageDown'] },
  listFirst: { place: 'list', keys: ['Home'] },
  listLast: { place: 'list', keys: ['End'] },
  // Before listPlay, which has Space where rows cannot be chosen.
  listChoose: { place: 'list', keys: ['Space', 'Shift+Space'] },
  listChooseUp: { place: 'list', keys: ['Shift+ArrowUp'] },
  listChooseDown: { place: 'list', keys: ['Shift+ArrowDown'] },
  listChooseAll: { place: 'list', keys: ['Ctrl+A'] },
  listGoToDate: { place: 'list', keys: ['Ctrl+G'] },
  listMoveUp: { place: 'list', keys: ['Alt+ArrowUp'] },
  listMoveDown: { place: 'list', keys: ['Alt+ArrowDown'] },
  listPlay: { place: 'list', keys: ['Enter', 'Space'] },
  callAbove: { place: 'everywhere', keys: ['Ctrl+ArrowUp'] },
  callBelow: { place: 'everywhere', keys: ['Ctrl+ArrowDown'] },

  playerToggle: { place: 'player', keys: ['Space'] },
  playerBack10: { place: 'player', keys: [','] },
  playerOn10: { place: 'player', keys: ['.'] },
  playerBack5: { place: 'player', keys: ['ArrowLeft'] },
  playerOn5: { place: 'player', keys: ['ArrowRight'] },
  playerBack1: { place: 'player', keys: ['Shift+ArrowLeft'] },
  playerOn1: { place: 'player', keys: ['Shift+ArrowRight'] },
  playerStart: { place: 'player', keys: ['Home'] },
  playerEnd: { place: 'player', keys: ['End'] },
  playerSlower: { place: 'player', keys: ['['] },
  playerFaster: { place: 'player', keys: [']'] },
  playerNormalSpeed: { place: 'player', keys: ['\\'] },
  playerHearAgent: { place: 'player', keys: ['A'] },
  playerHearCustomer: { place: 'player', keys: ['C'] },
  playerHearBoth: { place: 'player', keys: ['B'] },
  playerSkipSilence: { place: 'player', keys: ['S'] },
} as const satisfies Record<string, { place: Place; keys: readonly string[]; inDialogs?: boolean }>;

export type CommandId = keyof typeof commands;

const mac = navigator.platform.startsWith('Mac');
/** Key caps that are the same in every language. The other names are translated. */
const printed: Record<string, string> = {
  ...(mac && { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' }),
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  '-': '−',
};

function capOf(part: string): string {
  const key = `keys.cap.${part}`;
  return printed[part] ?? (isTextKey(key) ? i18next.t(key) : part);
}

/** The keys of a chord. A + at the end is a key itself. */
const partsOf = (chord: string): string[] => chord.split(/\+(?=.)/);

/** A chord as printed on keys: `Ctrl F`, in German `Strg F`. */
export const chordText = (chord: string): string =>
  partsOf(chord)
    .map(capOf)
    .join(mac ? '' : ' ');

/** The first shortcut of a command, for a tooltip or a key cap. */
export const keysOf = (id: CommandId): string => chordText(commands[id].keys[0]);

/** Whether a key event is this chord. */
export function isChord(event: KeyboardEvent, chord: string): boolean {
  const parts = partsOf(chord);
  const key = parts.at(-1) ?? '';
  const ctrl = mac ? event.metaKey : event.ctrlKey;
  const letter = /^[A-Z]$/.test(key);
  const pressed = event.key === ' ' ? 'Space' : letter ? event.key.toUpperCase() : event.key;
  // Whether a symbol needs Shift depends on the keyboard layout: `?` is Shift+ß on one, Shift+/ on another.
  const shiftFits = key.length === 1 && !letter ? true : event.shiftKey === parts.includes('Shift');
  return pressed === key && ctrl === parts.includes('Ctrl') && event.altKey === parts.includes('Alt') && shiftFits;
}
