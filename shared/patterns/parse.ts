import { type Reason, reason } from '../reasons/reasons';
import {
  type DateToken,
  dateTokens,
  isFixed,
  isPlaceholder,
  type PlaceholderName,
  placeholderNames,
} from './placeholders';

/** A part of a pattern that stands for some of the text of a name. `custom` is the name of a custom field. */
export type Part = { name: PlaceholderName; custom?: string; tokens?: readonly DateToken[] };
/**
 * What a name must have, one after another: a text, a part, or something that may be missing, which ends before the step
 * `end`. `at` is its place in the text of the pattern.
 */
export type Step =
  | { kind: 'text'; at: number; text: string }
  | { kind: 'part'; at: number; part: Part }
  | { kind: 'maybe'; at: number; end: number };
/** A parsed pattern; `folders` is the number of folders before the name that it covers. */
export type Pattern = { steps: readonly Step[]; folders: number };
/** Why a text is no pattern. `at` is the place of the character where it goes wrong, from 0; the reason counts from 1. */
export type PatternFault = { at: number; reason: Reason };

export const longestPattern = 300;
const mostParts = 24;
const deepest = 3;

/** Extensions of recordings. A pattern is compared with names that have none. */
const extension =
  /\.(wav|wave|wav49|w64|rf64|bwf|mp3|gsm|ogg|oga|opus|flac|m4a|m4b|mp4|3gp|3gpp|aac|amr|awb|webm|mka|mkv|au|snd|ulaw|ul|alaw|al|sln|sln16|g722|aiff?)$/i;

/**
 * Parses a pattern for names of recordings: `{placeholder}`, `*` or `{any}`, `<…>` for what may be missing, and `\` before
 * a character that stands for itself. See docs/presets.md.
 */
export function parsePattern(text: string): Pattern | PatternFault {
  if (text.trim() === '') return { at: 0, reason: reason('pattern_empty') };
  if (text.length > longestPattern)
    return { at: longestPattern, reason: reason('pattern_long', { most: longestPattern }) };
  try {
    const steps = stepsOf(text.replace(extension, ''));
    refuseNeighbours(steps);
    const parts = steps.flatMap((step) => (step.kind === 'part' ? [step] : []));
    refuseRepeats(parts);
    if (parts.every(({ part: { name } }) => name === 'any' || name === 'number'))
      throw new Fault(0, () => reason('pattern_without_placeholder'));
    return { steps, folders: steps.reduce((sum, step) => sum + slashesIn(step), 0) };
  } catch (cause) {
    if (cause instanceof Fault) return { at: cause.at, reason: cause.why(cause.at + 1) };
    throw cause;
  }
}

export const isFault = (parsed: Pattern | PatternFault): parsed is PatternFault => 'reason' in parsed;

class Fault extends Error {
  constructor(
    readonly at: number,
    /** The reason, with the number of the character. */
    readonly why: (at: number) => Reason,
  ) {
    super();
  }
}

function stepsOf(text: string): Step[] {
  const steps: Step[] = [];
  /** Where the parts that may be missing began and are not closed. */
  const open: { step: number; at: number }[] = [];
  let parts = 0;
  const add = (at: number, part: Part) => {
    parts += 1;
    if (parts > mostParts) throw new Fault(at, (at) => reason('pattern_many', { at, most: mostParts }));
    steps.push({ kind: 'part', at, part });
  };
  const literal = (at: number, character: string) => {
    const last = steps.at(-1);
    const isBehind = steps.some((step) => step.kind === 'maybe' && step.end === steps.length);
    if (last?.kind === 'text' && !isBehind) last.text += character;
    else steps.push({ kind: 'text', at, text: character });
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '*') add(at, { name: 'any' });
    else if (character === '{') {
      const end = text.indexOf('}', at);
      if (end < 0) throw new Fault(at, (at) => reason('pattern_unclosed', { at, mark: '{' }));
      add(at, partOf(text.slice(at + 1, end), at));
      at = end;
    } else if (character === '<') {
      if (open.length === deepest) throw new Fault(at, (at) => reason('pattern_deep', { at, most: deepest }));
      open.push({ step: steps.length, at });
      steps.push({ kind: 'maybe', at, end: 0 });
    } else if (character === '>') {
      const begun = open.pop();
      const step = begun && steps[begun.step];
      if (step?.kind !== 'maybe') throw new Fault(at, (at) => reason('pattern_unopened', { at, mark: '>' }));
      step.end = steps.length;
    } else if (character === '\\') {
      at += 1;
      if (at === text.length) throw new Fault(at - 1, (at) => reason('pattern_unclosed', { at, mark: '\\' }));
      literal(at - 1, text[at] ?? '');
    } else literal(at, character);
  }
  const [unclosed] = open;
  if (unclosed) throw new Fault(unclosed.at, (at) => reason('pattern_unclosed', { at, mark: '<' }));
  return steps;
}

function partOf(inside: string, at: number): Part {
  const [name = '', argument] = split(inside);
  if (!isPlaceholder(name)) {
    const near = placeholderNames.find((known) => distance(known, name.toLowerCase()) <= 2);
    const shown = `{${name}}`;
    throw new Fault(at, (at) =>
      near
        ? reason('pattern_unknown_like', { at, name: shown, like: `{${near}}` })
        : reason('pattern_unknown', { at, name: shown }),
    );
  }
  if (name === 'custom') {
    if (!argument?.trim()) throw new Fault(at, (at) => reason('pattern_no_field', { at, like: '{custom:Order}' }));
    return { name, custom: argument.trim() };
  }
  const form = defaultForms[name];
  if (form === undefined) {
    if (argument !== undefined) throw new Fault(at, (at) => reason('pattern_no_form', { at, name: `{${name}}` }));
    return { name };
  }
  const tokens = dateTokens(argument ?? form);
  if ('unknown' in tokens)
    throw new Fault(at + name.length + 2 + tokens.at, (at) => reason('pattern_token', { at, token: tokens.unknown }));
  return { name, tokens: tokens.tokens };
}

const defaultForms: Partial<Record<PlaceholderName, string>> = {
  date: 'YYYYMMDD',
  time: 'HHmmss',
  datetime: 'YYYYMMDDHHmmss',
};

function split(inside: string): [name: string, argument?: string] {
  const colon = inside.indexOf(':');
  return colon < 0 ? [inside] : [inside.slice(0, colon), inside.slice(colon + 1)];
}

/** How many letters must change to make one word of another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [n, letter] of [...one].entries()) {
    const next = [n + 1];
    for (let m = 0; m < other.length; m += 1)
      next.push(Math.min((row[m] ?? 0) + (other[m] === letter ? 0 : 1), (row[m + 1] ?? 0) + 1, (next[m] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}

type PartStep = Extract<Step, { kind: 'part' }>;
const mayRepeat = new Set<PlaceholderName>(['any', 'number', 'date', 'time', 'datetime']);

function refuseRepeats(steps: readonly PartStep[]): void {
  const seen = new Set<string>();
  for (const { at, part } of steps) {
    if (mayRepeat.has(part.name)) continue;
    const shown = part.custom === undefined ? `{${part.name}}` : `{custom:${part.custom}}`;
    if (seen.has(shown.toLowerCase())) throw new Fault(at, (at) => reason('pattern_twice', { at, name: shown }));
    seen.add(shown.toLowerCase());
  }
}

/** Two parts next to each other need a text between them, unless one of them says how long it is. */
function refuseNeighbours(steps: readonly Step[]): void {
  const ahead = following(steps);
  for (const [n, step] of steps.entries()) {
    if (step.kind !== 'part') continue;
    for (const m of ahead[n + 1] ?? []) {
      const next = steps[m];
      if (next?.kind === 'part' && !mayTouch(step.part, next.part))
        throw new Fault(next.at, (at) => reason('pattern_neighbours', { at }));
    }
  }
}

/** For each step, the texts and parts that the name can go on with when it comes to it. The place behind all has none. */
export function following(steps: readonly Step[]): number[][] {
  const ahead: number[][] = [];
  ahead[steps.length] = [];
  for (let n = steps.length - 1; n >= 0; n -= 1) {
    const step = steps[n];
    ahead[n] = step?.kind === 'maybe' ? [...new Set([...(ahead[n + 1] ?? []), ...(ahead[step.end] ?? [])])] : [n];
  }
  return ahead;
}

const numbers = new Set<PlaceholderName>(['from', 'to', 'other', 'own', 'queue', 'number']);
export const isNumber = ({ name }: Part): boolean => numbers.has(name);

const mayTouch = (one: Part, other: Part): boolean =>
  isFixed(one) || isFixed(other) || (isNumber(one) && other.name === 'any') || (one.name === 'any' && isNumber(other));

const slashesIn = (step: Step): number => {
  if (step.kind === 'text') return step.text.split('/').length - 1;
  const literals = step.kind === 'part' ? (step.part.tokens ?? []) : [];
  return literals.filter((token) => token === '/').length;
};
