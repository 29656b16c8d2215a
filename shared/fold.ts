import { longestFolded } from './limits';

const ascii = /^\p{ASCII}*$/u;

/**
 * Folds logins and names, for uniqueness and for searches among them: NFKC, then lower case, with the final sigma
 * replaced. LIKE, SQLite's lower() and the trigram tokenizer each fold differently, so only folded text is compared.
 */
export function fold(text: string): string {
  // Most numbers and ids are ASCII. Normalizing them would take most of the time of a scan (docs/search.md).
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
}

/** Whether a name is short enough once it is folded: one character can become eighteen (U+FDFA). */
export const isShortFolded = (name: string): boolean => new TextEncoder().encode(fold(name)).length <= longestFolded;
