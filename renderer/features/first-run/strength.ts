import { isCommonPassword } from '@shared/common-password';

/**
 * The strength of a password, by its length unless it is a common one: 0 too short to be accepted, 1 weak … 4 very
 * strong.
 */
export function strengthOf(password: string): 0 | 1 | 2 | 3 | 4 {
  const signs = [...password];
  if (signs.length < 8) return 0;
  if (isCommonPassword(password)) return 1;
  // Repeating a few characters makes a password longer, but not harder to guess.
  if (new Set(signs).size < 5) return 1;
  if (signs.length < 12) return 1;
  if (signs.length < 15) return 2;
  return signs.length < 20 ? 3 : 4;
}
