/** How well a text matches what was typed, and the positions of the letters that do. */
export type Match = { score: number; at: ReadonlySet<number> };

const isWordStart = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/**
 * Matches every typed word: best at the start of the text, then at the start of a word, then anywhere, and last as
 * letters in this order that start at a word (`gtd`: Go to date). Null if a word does not match.
 */
export function match(text: string, typed: string): Match | null {
  const lower = text.toLocaleLowerCase();
  // A capital can have a longer lower-case form, and then the positions would differ.
  if (lower.length !== text.length) return null;
  let score = 0;
  const at = new Set<number>();
  for (const word of typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)) {
    const found = matchWord(lower, word);
    if (!found) return null;
    score += found.score;
    for (const position of found.at) at.add(position);
  }
  return { score, at };
}

function matchWord(text: string, word: string): { score: number; at: number[] } | null {
  let inside: number | null = null;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isWordStart(text, at)) return { score: at === 0 ? 4 : 3, at: span(at, word.length) };
    inside ??= at;
  }
  if (inside !== null) return { score: 2, at: span(inside, word.length) };
  return word.length > 1 ? matchLetters(text, word) : null;
}

const span = (from: number, length: number) => Array.from({ length }, (_, n) => from + n);

/** The letters of a word in order: each one follows the one before, or starts a word. */
function matchLetters(text: string, word: string): { score: number; at: number[] } | null {
  const find = (from: number, letter: number): number[] | null => {
    if (letter === word.length) return [];
    for (let at = from; at < text.length; at++) {
      const isNext = letter > 0 && at === from;
      if (text[at] !== word[letter] || !(isNext || isWordStart(text, at))) continue;
      const rest = find(at + 1, letter + 1);
      if (rest) return [at, ...rest];
    }
    return null;
  };
  const at = find(0, 0);
  return at && { score: 1, at };
}
