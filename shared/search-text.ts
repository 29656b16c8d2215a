import { digitForms, digitsOfTerm } from './phone-number';

/**
 * Marks that are accents: those of Latin, Greek and Cyrillic, vowel signs of Arabic, Hebrew and Syriac, variation
 * selectors. The marks of other scripts are letters (Devanagari and Thai vowels, the voicing of kana) and stay.
 */
const accent =
  /(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}])[\p{Mn}\p{Me}]/gu;
/** Letters that Unicode does not take apart, as they are written without their stroke or ligature. */
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
 * Text as searches compare it: without case, accents, compatibility forms (ﬁ, １, ｱ) and invisible characters. Control
 * characters become spaces. Unique names use `fold`, which keeps accents.
 */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(accent, '')
    // By way of upper case, which has one letter for ı and i, and for the old shapes of others.
    .toUpperCase()
    .toLowerCase()
    .replace(notPlain, (letter) => plain[letter] as string)
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Cc}/gu, ' ');

/** Digits of a number as characters of their own, so that they are found in numbers and in no other text. */
const asNumber = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 32));

/** What a call is found by, a line each: its texts and numbers as they are, and the digits of each number. */
export function searchText(numbers: (string | null)[], texts: (string | null)[]): string {
  const folded = (list: (string | null)[]) => list.filter((text) => text !== null).map(foldForSearch);
  const written = folded(numbers);
  const lines = [...written, ...folded(texts), ...written.flatMap(digitForms).map(asNumber)];
  return [...new Set(lines.filter((line) => line.trim() !== ''))].join('\n');
}

/** What a searched text must hold: a piece of text, or all or any of several. */
export type Sought = string | { all: Sought[] } | { any: Sought[] };

/** What a search term asks of a searched text: each word, or the digits of a number; undefined if it asks nothing. */
export function soughtBy(term: string): Sought | undefined {
  const folded = foldForSearch(term);
  const words = [...new Set(folded.split(/\s+/).filter((word) => word !== ''))];
  if (words.length === 0) return undefined;
  const digits = digitsOfTerm(folded).map(asNumber);
  return digits.length === 0 ? { all: words } : { any: [{ all: words }, ...digits] };
}
