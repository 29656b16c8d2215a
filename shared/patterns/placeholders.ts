/** What stands for a part of a name, and the field that it gives: see docs/presets.md. */
export const placeholderNames = [
  ...(['any', 'number', 'from', 'to', 'other', 'own', 'from_name', 'to_name', 'other_name', 'agent'] as const),
  ...(['agent_id', 'id', 'tracking_id', 'interaction', 'queue', 'queue_name', 'category', 'custom'] as const),
  ...(['direction', 'leg', 'date', 'time', 'datetime', 'unix', 'unix_ms', 'call_id', 'file_id', 'original'] as const),
] as const;
export type PlaceholderName = (typeof placeholderNames)[number];
export const isPlaceholder = (name: string): name is PlaceholderName =>
  (placeholderNames as readonly string[]).includes(name);

const tokenNames = [
  ...(['YYYY', 'YY', 'MMMM', 'MMM', 'MM', 'M', 'DD', 'D', 'HH', 'H', 'hh', 'h', 'mm', 'ss', 'SSS', 'A', 'Z'] as const),
] as const;
export type TokenName = (typeof tokenNames)[number];
/** A token of a date, or one character that stands for itself. */
export type DateToken = TokenName | (string & {});
export const isToken = (token: DateToken): token is TokenName => (tokenNames as readonly string[]).includes(token);

/** Letters that only tokens have. `y` and `d` are what other programs write for `YYYY` and `DD`. */
const tokenLetters = /[YMDHhmsSyd]/;
/** The tokens that are digits, and how many a name has at least. */
export const leastDigits: Readonly<Partial<Record<DateToken, number>>> = {
  YYYY: 4,
  YY: 2,
  MM: 2,
  M: 1,
  DD: 2,
  D: 1,
  HH: 2,
  H: 1,
  hh: 2,
  h: 1,
  mm: 2,
  ss: 2,
  SSS: 3,
};
const ofFixedWidth = new Set<DateToken>(['YYYY', 'YY', 'MM', 'DD', 'HH', 'hh', 'mm', 'ss', 'SSS']);

/** The tokens of a form such as `YYYY-MM-DD`; or the first text that is none, and where it stands. */
export function dateTokens(form: string): { tokens: DateToken[] } | { unknown: string; at: number } {
  const tokens: DateToken[] = [];
  for (let at = 0; at < form.length; ) {
    const [run = ''] = form.slice(at).match(/^(.)\1*/su) ?? [];
    const letter = run[0] ?? '';
    if (!tokenLetters.test(letter) && !isToken(letter)) {
      tokens.push(...run);
    } else if (isToken(run)) {
      // Two of them that may have one digit or two cannot be told apart.
      const last = tokens.at(-1);
      if (last && isToken(last) && !ofFixedWidth.has(last) && !ofFixedWidth.has(run) && run !== 'A' && run !== 'Z')
        return { unknown: `${last}${run}`, at: at - last.length };
      tokens.push(run);
    } else return { unknown: run, at };
    at += run.length;
  }
  return tokens.some(isToken) ? { tokens } : { unknown: form, at: 0 };
}

/** Whether every text for the part has the same length. */
export function isFixed({ name, tokens }: { name: PlaceholderName; tokens?: readonly DateToken[] }): boolean {
  if (tokens) return tokens.every((token) => !isToken(token) || ofFixedWidth.has(token));
  return name === 'unix_ms' || name === 'interaction';
}
