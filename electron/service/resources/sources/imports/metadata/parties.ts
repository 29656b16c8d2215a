import { CallDirection } from '@shared/codes';
import { withheld } from '@shared/patterns/words';
import { reason } from '@shared/reasons/reasons';
import type { CallRecord } from './record';

/** What a name or a cell says about one side of a call. `isWithheld`: it says that the number was not sent. */
export type Party = { number?: string | undefined; name?: string | undefined; isWithheld?: boolean };
/** Numbers are inside if they are extensions of the tenant's users, or have no more than so many digits. */
export type InsideRules = { internal_digits: number; extensions: ReadonlySet<string> };

/** Where no preset and no users are known. */
export const insideByDefault: InsideRules = { internal_digits: 6, extensions: new Set() };

const plainNumber = /^[+\d(*#][\d\s()./*#+-]*$/;
const address = /^(?:sips?|tel):([^@;>]+)/i;
/** What a spreadsheet makes of a long number. Its last digits are gone, so that different numbers look the same. */
export const rounded = /^\d([.,]\d+)?E\+\d+$/i;
const pairs: readonly (readonly [string, string])[] = [
  ['<', '>'],
  ['(', ')'],
  ['[', ']'],
];

/** Whether a text says that a number or a name was not sent. */
export const isWithheld = (text: string): boolean =>
  withheld.has(
    text
      .trim()
      .toLowerCase()
      .replace(/^\[none\]$/, 'none'),
  );

/** Who a text is about that is a number as it is written, a SIP or telephone address, or says that none was sent. */
export function numbered(written: string): Party | undefined {
  const text = written.trim().replace(/^'(?=[+\d])/, '');
  const user = address.exec(text)?.[1]?.trim();
  if (isWithheld(user ?? text)) return { isWithheld: true };
  if (user !== undefined) return { number: user };
  return plainNumber.test(text) && /[\d*#]/.test(text) ? { number: text } : undefined;
}
const numberIn = (text: string): string | undefined => numbered(text)?.number;

/** `201/202`, and not `030/12345` with the code of an area in front. */
function isSeveral(number: string): boolean {
  const [area = '', ...others] = number.split('/').map((part) => part.trim());
  if (others.length === 0 || others.some((part) => !/\d/.test(part))) return false;
  return others.length > 1 || !/^[0+]/.test(area) || /^[0+]/.test(others[0] ?? '');
}

function nameIn(text: string): string | undefined {
  const written = text.trim();
  const isQuoted = written.length > 1 && written.startsWith('"') && written.endsWith('"');
  const name = (isQuoted ? written.slice(1, -1) : written)
    .replaceAll('""', '"')
    .replace(/^"(.*)"$/s, '$1')
    .trim();
  return isWithheld(name) ? undefined : name;
}

/**
 * The number and the name in a cell about a party: `Name <n>`, `"Name" <n>`, `Name (n)`, `n (Name)`, `Name [n]`, `sip:n@host`,
 * `tel:n`, a number or a name. 'unclear' for a number that a spreadsheet rounded, and for two. Not one regular expression, which took
 * minutes for a long run of spaces.
 */
export function readParty(cell: string): Party | 'unclear' {
  const text = withoutParameters(cell.trim());
  if (rounded.test(text)) return 'unclear';
  const whole = numbered(text);
  if (whole) return isSeveral(whole.number ?? '') ? 'unclear' : whole;
  for (const [open, close] of pairs) {
    const at = text.endsWith(close) ? text.lastIndexOf(open) : -1;
    if (at < 0) continue;
    const [before, inside] = [text.slice(0, at), text.slice(at + 1, -1)];
    const [inner, outer] = [numberIn(inside), numberIn(before)];
    if (inner !== undefined) return party(inner, nameIn(before));
    if (numbered(inside)?.isWithheld && before.trim() !== '')
      return { ...party(undefined, nameIn(before)), isWithheld: true };
    if (outer !== undefined) return party(outer, nameIn(inside));
  }
  const parts = text.length > 200 ? [] : text.split(/[,;|]|\s\/\s/);
  if (parts.length > 1 && parts.every((part) => numberIn(part) !== undefined)) return 'unclear';
  return nameIn(text) === undefined ? { isWithheld: true } : { name: text };
}

/** `<sip:201@pbx>;tag=x` without what is behind the address. */
function withoutParameters(text: string): string {
  const end = text.lastIndexOf('>') + 1;
  return end > 0 && text[end] === ';' ? text.slice(0, end) : text;
}

/** A name that is only the number says nothing. */
const party = (number: string | undefined, name: string | undefined): Party => ({
  ...(number !== undefined && { number }),
  ...(name && name !== number && { name }),
});

/** Whether a number is an extension: short, or that of a user. */
export const isInside = (number: string | undefined, { internal_digits, extensions }: InsideRules): boolean =>
  number !== undefined && (extensions.has(number) || (/^[\d*#]+$/.test(number) && number.length <= internal_digits));

/** The direction when exactly one side is inside. A caller who withheld the number is outside. */
export function directionBySides(from: Party, to: Party, rules: InsideRules): number {
  if ((from.number === undefined && !from.isWithheld) || to.number === undefined) return CallDirection.unknown;
  const [fromInside, toInside] = [isInside(from.number, rules), isInside(to.number, rules)];
  if (fromInside === toInside) return CallDirection.unknown;
  return toInside ? CallDirection.inbound : CallDirection.outbound;
}

/** Notes a doubt about a field, once. */
export function doubt(
  record: CallRecord,
  field: string,
  code: 'pattern_ambiguous' | 'side_unknown' | 'zone_differs',
): void {
  if (!record.notes.some((note) => note.code === code && note.values.field === field))
    record.notes.push(reason(code, { field }));
}

/** `isOwnFirst`: the inside party stands before the outside one. */
type Sides = { from: Party; to: Party; other: Party; own: Party; isOwnFirst: boolean };

/**
 * Sets the numbers and names of both sides. `other` is outside and `own` inside, and the direction says which of them called. When
 * nothing says it, the sides have a doubt; of two that are inside, the first one calls.
 */
export function setParties(record: CallRecord, { from, to, other, own, isOwnFirst }: Sides, rules: InsideRules): void {
  const sides = { from: { ...from }, to: { ...to } };
  if (isSaid(other) || isSaid(own)) {
    const isKnown = record.direction === CallDirection.outbound || record.direction === CallDirection.inbound;
    const bothInside = isInside(other.number, rules) && isInside(own.number, rules);
    const isOut = record.direction === CallDirection.outbound || (bothInside && !isKnown && isOwnFirst);
    sides.from = merged(from, isOut ? own : other);
    sides.to = merged(to, isOut ? other : own);
    if (!isKnown && !bothInside) {
      for (const [side, { number, name }] of Object.entries(sides)) {
        if (number !== undefined) doubt(record, `${side}_number`, 'side_unknown');
        if (name !== undefined) doubt(record, `${side}_name`, 'side_unknown');
      }
    }
  }
  for (const [side, { number, name }] of Object.entries(sides)) {
    if (number !== undefined) record.fields[`${side}_number`] ??= number;
    if (name !== undefined && name !== number) record.fields[`${side}_name`] ??= name;
  }
}

const isSaid = ({ number, name }: Party) => number !== undefined || name !== undefined;
const merged = (one: Party, other: Party): Party => ({
  number: one.number ?? other.number,
  name: one.name ?? other.name,
});
