/**
 * The one folding of text for every search and every unique name: NFKC, then lower case, with the final sigma made
 * plain. LIKE, SQLite's lower() and the trigram tokenizer each fold differently, so only folded text is compared.
 */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
}
