import i18next from 'i18next';
import { isTextKey } from '../i18n/i18n';

const mac = globalThis.navigator?.platform?.startsWith('Mac') ?? false;

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

/** Whether a chord is one letter, digit or symbol without Ctrl or Alt. */
export const isSingle = (chord: string): boolean => chord.length === 1;

/** Whether a chord is the same in the player and in the form next to it. Keys that move or zoom belong to one of them. */
export const crosses = (chord: string): boolean => !/^([+-]$|(Shift\+)?(Arrow|Home|End|Page|Enter))/.test(chord);

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  getModifierState?: (name: string) => boolean;
};

const notChords = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process', 'Unidentified'];

/** The chord of a key event, such as `Ctrl+Shift+F`; null while only modifiers are pressed. */
export function chordOf(event: Pressed): string | null {
  if (notChords.includes(event.key)) return null;
  // Letters without one capital, such as ß, are symbols.
  const capital = event.key.toUpperCase();
  const letter = /^\p{Lu}$/u.test(capital);
  const key = event.key === ' ' ? 'Space' : letter ? capital : event.key;
  // Windows reports AltGr, which types [ and ] on many keyboards, as Ctrl and Alt.
  const graph = event.getModifierState?.('AltGraph') ?? false;
  const ctrl = (mac ? event.metaKey : event.ctrlKey) && !graph;
  const alt = event.altKey && !graph;
  // Whether a symbol needs Shift depends on the keyboard layout: `?` is Shift+ß on one, Shift+/ on another.
  const shift = event.shiftKey && (key.length > 1 || letter);
  return [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift', key].filter(Boolean).join('+');
}

/** A chord as Electron's menus name it: `CommandOrControl+Shift+F`. */
export const acceleratorOf = (chord: string): string =>
  partsOf(chord)
    .map((part) => accelerators[part] ?? part.replace(/^Arrow/, ''))
    .join('+');
const accelerators: Record<string, string> = { Ctrl: 'CommandOrControl', '+': 'Plus' };
