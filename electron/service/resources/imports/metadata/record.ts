/** One row of call records, read: what it says of a call, nothing resolved yet. Times are ms. */
export type CallRecord = {
  /** The audio it names, as written: a name, a path or an address. */
  file: string | null;
  setup_time: number | null;
  /** A time in it had no offset. */
  is_local: boolean;
  connect_time: number | null;
  disconnect_time: number | null;
  duration: number | null;
  /** 0 unknown, 1 outbound, 2 inbound; null when the record does not say. */
  direction: number | null;
  /** Text fields of the call, by their wire name. */
  fields: Record<string, string>;
  categories: string[];
  custom_fields: Record<string, string>;
  /** What was decided while reading, for the row's explanation. */
  notes: string[];
};

/** A record as it stands in a file: `line` is where it begins, in JSON its place in the list; both from 1. */
export type FileRecord = CallRecord & { line: number };

/** A record that says nothing yet. */
export const emptyRecord = (): CallRecord => ({
  file: null,
  setup_time: null,
  is_local: false,
  connect_time: null,
  disconnect_time: null,
  duration: null,
  direction: null,
  fields: {},
  categories: [],
  custom_fields: {},
  notes: [],
});

/** The direction behind a word or code; null when it is none. */
export function readDirection(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (/^(2|in|inbound|incoming|inbound-.*)$/.test(word)) return 2;
  if (/^(1|out|outbound|outgoing|outbound-.*)$/.test(word)) return 1;
  if (/^(0|unknown|internal)$/.test(word)) return 0;
  return null;
}

/** An extension is short, an outside number long: which way the call went, 0 when both are alike. */
export function directionByLength(from: string | undefined, to: string | undefined): number {
  const inside = (number = '') => /^\d{1,6}$/.test(number);
  if (!from || !to || inside(from) === inside(to)) return 0;
  return inside(to) ? 2 : 1;
}

/** Splits a caller id `"Name" <number>`; empty when it is none. By hand: as a pattern, a long run of spaces took minutes. */
export function readCallerId(text: string): { name?: string; number?: string } {
  const whole = text.trim();
  const open = whole.endsWith('>') ? whole.lastIndexOf('<') : whole.length;
  const before = whole.slice(0, Math.max(0, open)).trim();
  const number = whole.slice(open + 1, -1).trim();
  const quoted = before.length > 1 && before.startsWith('"') && before.endsWith('"');
  if (open === -1 || number.includes('>') || (!quoted && /[<"]/.test(before))) return {};
  const name = (quoted ? before.slice(1, -1) : before)
    .replaceAll('""', '"')
    .replace(/^"(.*)"$/, '$1')
    .trim();
  return { ...(name && { name }), ...(number && { number }) };
}
