/** A number as it is compared: digits, and a plus in front. Null when nothing is left. */
export function numberKey(number: string | null | undefined): string | null {
  const key = (number ?? '').trim().replace(/(?!^\+)\D/g, '');
  return /\d/.test(key) ? key : null;
}
