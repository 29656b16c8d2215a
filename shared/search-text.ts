import { digitForms, digitsOfTerm } from './phone-number';

/**
 * The marks that are accents: those of Latin, Greek and Cyrillic, vowel signs of Arabic, Hebrew and Syriac, variation
 * selectors. The marks of other scripts are letters (Devanagari and Thai vowels, the voicing of kana) and are kept.
 */
const accent =
  /(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}])[\p{Mn}\p{Me}]/gu;
/** Letters that Unicode does not decompose, with their form without stroke or ligature. */
const plain: Record<string, string> = {
  ß: 'ss',
  ς: 'σ',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const notPlain = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/**
 * Folds text for search: without case, accents, compatibility forms (ﬁ, １, ｱ) and invisible characters. Control
 * characters become spaces. Unique names use `fold`, which keeps accents.
 */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(accent, '')
    // Through upper case, which has one letter for ı and i, and for old shapes of other letters.
    .toUpperCase()
    .toLowerCase()
    .replace(notPlain, (letter) => plain[letter] as string)
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Cc}/gu, ' ');

/** Maps the digits of a number to separate characters, so that they are found only in numbers. */
const asNumber = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 32));

/** The searchable lines of a call: its texts and numbers, and the digits of each number. */
export function searchText(numbers: (string | null)[], texts: (string | null)[]): string {
  const folded = (list: (string | null)[]) => list.filter((text) => text !== null).map(foldForSearch);
  const written = folded(numbers);
  const lines = [...written, ...folded(texts), ...written.flatMap(digitForms).map(asNumber)];
  return [...new Set(lines.filter((line) => line.trim() !== ''))].join('\n');
}

/** The content that a searched text must contain: a piece of text, or all or any of several. */
export type Sought = string | { all: Sought[] } | { any: Sought[] };

/** The search for a term: each of its words, or the digits of a number; undefined for an empty search. */
export function soughtBy(term: string): Sought | undefined {
  const folded = foldForSearch(term);
  const words = [...new Set(folded.split(/\s+/).filter((word) => word !== ''))];
  if (words.length === 0) return undefined;
  const digits = digitsOfTerm(folded).map(asNumber);
  return digits.length === 0 ? { all: words } : { any: [{ all: words }, ...digits] };
}
