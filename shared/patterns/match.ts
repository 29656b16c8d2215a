import { isUuid } from '../uuid';
import { type DateParts, dateEnds, timeOfParts, together } from './dates';
import { mayFit } from './may-fit';
import { following, isNumber, type Part, type Pattern, type Step } from './parse';
import { isFixed, leastDigits, type PlaceholderName } from './placeholders';
import { directionSigns, directions, legPairs, withheld } from './words';

/**
 * What a name has in the place of a part: the text, from where to where in the name, and its value, which is a text or parts
 * of a date. Of a part that fits in several ways with different values, `value` is undefined.
 */
export type Found = { part: Part; from: number; to: number; value: string | DateParts | undefined };

/** How a name, without its extension, fits a pattern: what its parts are; undefined when it does not fit. */
export type Fit = { name: string; found: Found[] };

/**
 * Compares the path of a recording with a pattern, in time linear in the name. Numbers are taken whole, and what may be
 * missing is there if it can be, the leftmost first.
 */
export function match(pattern: Pattern, path: string): Fit | undefined {
  const name = comparedName(path, pattern.folders);
  if (!mayFit(pattern, name)) return undefined;
  const way = resolved(pattern.steps, name);
  if (!way) return undefined;
  const { steps } = way;
  const spans = spansOf(name, way);
  const found: Found[] = [];
  let date: DateParts | undefined = {};
  for (const [n, step] of steps.entries()) {
    if (step.kind !== 'part') continue;
    const one = foundIn(name, step.part, spans[n] ?? []);
    found.push(one);
    if (typeof one.value === 'object' && date) date = together(date, one.value);
  }
  // Dates of one name that contradict each other, or a day that is in no calendar.
  if (!date || (date.day !== undefined && date.year !== undefined && date.month !== undefined && !timeOfParts(date)))
    return undefined;
  return { name, found };
}

/** The last folders of a path and its name, without the extension. */
export function comparedName(path: string, folders: number): string {
  const parts = path.normalize('NFC').split(/[\\/]/);
  const name = parts.slice(-1 - folders).join('/');
  const dot = name.lastIndexOf('.');
  return dot > name.lastIndexOf('/') + 1 ? name.slice(0, dot) : name;
}

/** Letters of both cases are the same, as long as no letter becomes several. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** For each place of a name, whether something holds there; one more than the name has characters. */
type Places = Uint8Array;

/** The steps that a name takes; where it has all of them, how they go through it, and from where the rest of it fits the rest. */
type Way = { steps: readonly Step[]; walk?: ReturnType<typeof walker>; ends?: readonly Places[] };

/**
 * The steps that a name takes, without those that are missing; undefined when it does not fit. From the last step to the
 * first, `fits` says from which places the rest of the name fits the rest of the steps.
 */
function resolved(steps: readonly Step[], name: string): Way | undefined {
  const walk = walker(steps, name);
  const fits: Places[] = [];
  fits[steps.length] = places(name);
  (fits[steps.length] as Places)[name.length] = 1;
  for (let n = steps.length - 1; n >= 0; n -= 1) {
    const step = steps[n] as Step;
    const rest = fits[n + 1] as Places;
    fits[n] = step.kind === 'maybe' ? either(rest, fits[step.end] as Places) : walk.back(n, rest);
  }
  if (!fits[0]?.[0]) return undefined;
  const taken: Step[] = [];
  let here = places(name);
  here[0] = 1;
  for (let n = 0; n < steps.length; ) {
    const step = steps[n] as Step;
    if (step.kind === 'maybe') {
      const inside = both(here, fits[n + 1] as Places);
      const isTaken = inside.includes(1) && n + 1 < step.end;
      here = isTaken ? inside : both(here, fits[step.end] as Places);
      n = isTaken ? n + 1 : step.end;
      continue;
    }
    taken.push(step);
    here = both(walk.on(n, here), fits[n + 1] as Places);
    n += 1;
  }
  return taken.length === steps.length ? { steps, walk, ends: fits } : { steps: taken };
}

type Span = { from: number; to: number; parts?: DateParts };

/** For each step and behind the last, from which places the rest of a name fits the rest of the steps. */
function endsOf(steps: readonly Step[], walk: ReturnType<typeof walker>, name: string): Places[] {
  const ends: Places[] = [];
  ends[steps.length] = places(name);
  (ends[steps.length] as Places)[name.length] = 1;
  for (let n = steps.length - 1; n >= 0; n -= 1) ends[n] = walk.back(n, ends[n + 1] as Places);
  return ends;
}

/** For each step, where its text may lie in a name that fits: one span, or several of which any may be the right one. */
function spansOf(name: string, { steps, walk = walker(steps, name), ends = endsOf(steps, walk, name) }: Way): Span[][] {
  let here = places(name);
  here[0] = 1;
  return steps.map((step, n) => {
    const before = both(here, ends[n] as Places);
    const after = both(walk.on(n, before), ends[n + 1] as Places);
    here = after;
    return step.kind === 'part' ? walk.spans(n, before, after) : [];
  });
}

const known = new WeakMap<readonly Step[], (Run | undefined)[]>();

/** The runs of the parts of a pattern, which are the same for every name. */
function runsIn(steps: readonly Step[]): (Run | undefined)[] {
  const before = known.get(steps);
  if (before) return before;
  const ahead = following(steps);
  const runs = steps.map((step, n) => {
    if (step.kind !== 'part') return undefined;
    const next = (ahead[n + 1] ?? []).map((m) => steps[m] as Step);
    const isAfterAny = steps.some(
      (one, m) => one.kind === 'part' && one.part.name === 'any' && (ahead[m + 1] ?? []).includes(n),
    );
    return runsOf(step.part, next, isAfterAny);
  });
  known.set(steps, runs);
  return runs;
}

/** How the steps of a pattern go through a name. */
function walker(steps: readonly Step[], name: string) {
  const lower = folded(name);
  const kinds = runsIn(steps);
  const others: Span[][][] = [];

  /** What `otherEnds` finds, which each way through the name asks for. */
  function othersAt(n: number, at: number, part: Part): Span[] {
    others[n] ??= [];
    const found = others[n] as Span[][];
    found[at] ??= otherEnds(name, at, part);
    return found[at] as Span[];
  }

  /** The places that a step can begin at, of those that it may end at. */
  function back(n: number, ends: Places): Places {
    const begins = places(name);
    const step = steps[n] as Step;
    if (step.kind === 'text') {
      const text = folded(step.text);
      for (let at = 0; at + text.length <= name.length; at += 1)
        if (ends[at + text.length] && lower.startsWith(text, at)) begins[at] = 1;
      return begins;
    }
    const run = kinds[n];
    if (!run || step.kind !== 'part') return begins;
    // Whether the run goes on to an end, and whether what is needed lies before that end.
    let [goesOn, isWhole] = [false, false];
    for (let at = name.length; at >= 0; at -= 1) {
      const isIn = at < name.length && run.has(name.charAt(at));
      goesOn = isIn && (isEnd(run, name, at + 1, ends) || goesOn);
      isWhole = isIn && (run.needs === undefined || run.needs.test(name.charAt(at)) ? goesOn : isWhole);
      const isBegin = !run.isAfterAny || at === 0 || !run.has(name.charAt(at - 1));
      if ((isWhole && isBegin) || (run.mayBeEmpty && ends[at])) begins[at] = 1;
      // A date is read only where it would end at one of the ends.
      else if (
        (run.width === undefined || ends[at + run.width]) &&
        othersAt(n, at, step.part).some((end) => ends[end.to])
      )
        begins[at] = 1;
    }
    return begins;
  }

  /** The places that a step can end at, of those that it begins at. */
  function on(n: number, begins: Places): Places {
    const ends = places(name);
    const step = steps[n] as Step;
    if (step.kind === 'text') {
      const text = folded(step.text);
      for (let at = 0; at < name.length; at += 1)
        if (begins[at] && lower.startsWith(text, at)) ends[at + text.length] = 1;
      return ends;
    }
    const run = kinds[n];
    if (!run || step.kind !== 'part') return ends;
    let [isOpen, isWhole] = [false, false];
    for (let at = 0; at <= name.length; at += 1) {
      if (isWhole && isEnd(run, name, at)) ends[at] = 1;
      const isBegin = begins[at] && (!run.isAfterAny || at === 0 || !run.has(name.charAt(at - 1)));
      const isIn = at < name.length && run.has(name.charAt(at));
      if (begins[at] && run.mayBeEmpty) ends[at] = 1;
      if (begins[at]) for (const { to } of othersAt(n, at, step.part)) ends[to] = 1;
      isOpen = isIn && (isOpen || Boolean(isBegin));
      isWhole = isOpen && (isWhole || run.needs === undefined || run.needs.test(name.charAt(at)));
    }
    return ends;
  }

  /** The spans of a part between places; of a long run only the first and the last of each beginning. */
  function spans(n: number, begins: Places, ends: Places): Span[] {
    const step = steps[n] as Step;
    const run = kinds[n];
    if (!run || step.kind !== 'part') return [];
    const all: Span[] = [];
    for (let from = 0; from <= name.length; from += 1) {
      if (!begins[from]) continue;
      all.push(...othersAt(n, from, step.part).filter(({ to }) => ends[to]));
      if (run.mayBeEmpty && ends[from]) all.push({ from, to: from });
      if (run.isAfterAny && from > 0 && run.has(name.charAt(from - 1))) continue;
      let [first, last, isWhole] = [-1, -1, run.needs === undefined];
      for (let to = from + 1; to <= name.length && run.has(name.charAt(to - 1)); to += 1) {
        isWhole ||= run.needs?.test(name.charAt(to - 1)) ?? false;
        if (!isWhole || !ends[to] || !isEnd(run, name, to)) continue;
        if (first < 0) first = to;
        last = to;
      }
      if (first > 0) all.push({ from, to: first });
      if (last > first) all.push({ from, to: last });
      // Two are enough to know that it is not clear.
      if (all.length > mostSpans) break;
    }
    return all;
  }
  return { back, on, spans };
}

const mostSpans = 64;

/** A run of characters that a part may be. */
type Run = {
  has(character: string): boolean;
  /** A character that must be among them. */
  needs: RegExp | undefined;
  mayBeEmpty: boolean;
  /** Whether the run ends only where it cannot go on. */
  isWhole: boolean;
  /** Whether the run begins only where it could not begin before. */
  isAfterAny: boolean;
  /** The length of a date whose form says it. */
  width?: number | undefined;
};

const numberCharacters = /[+\d ()\-.*#]/;

function runsOf(part: Part, next: readonly Step[], isAfterAny: boolean): Run {
  const plain = { needs: undefined, mayBeEmpty: false, isWhole: false, isAfterAny: false };
  if (part.name === 'number')
    return { ...plain, has: (one) => /\d/.test(one), isWhole: !isBeforeFixed(next), isAfterAny };
  if (isNumber(part)) {
    const stops = next.flatMap((step) => (step.kind === 'text' ? [step.text.charAt(0).toLowerCase()] : []));
    const has = (one: string) => numberCharacters.test(one) && !stops.includes(one);
    return { has, needs: /\d/, mayBeEmpty: false, isWhole: !isBeforeFixed(next), isAfterAny };
  }
  switch (kindOf(part.name)) {
    case 'any':
      return { ...plain, has: (one) => one !== '/', mayBeEmpty: true };
    case 'text':
      return { ...plain, has: (one) => one !== '/', needs: /\S/ };
    case 'word':
      return { ...plain, has: (one) => one !== '/' && !/\s/.test(one) };
    default:
      return { ...plain, has: () => false, width: widthOf(part) };
  }
}

const widthOf = (part: Part): number | undefined =>
  part.tokens && isFixed(part)
    ? part.tokens.reduce((sum, token) => sum + (leastDigits[token] ?? token.length), 0)
    : undefined;

const isBeforeFixed = (next: readonly Step[]) => next.some((step) => step.kind === 'part' && isFixed(step.part));

function isEnd(run: Run, name: string, at: number, ends?: Places): boolean {
  if (ends && !ends[at]) return false;
  return !run.isWhole || at === name.length || !run.has(name.charAt(at));
}

const texts: PlaceholderName[] = [
  ...(['from_name', 'to_name', 'other_name', 'agent', 'queue_name', 'category', 'custom', 'original'] as const),
];
const wordsOnly: PlaceholderName[] = ['agent_id', 'id', 'tracking_id', 'call_id', 'file_id'];
const kindOf = (name: PlaceholderName) => {
  if (name === 'any') return 'any';
  if (texts.includes(name)) return 'text';
  return wordsOnly.includes(name) ? 'word' : 'other';
};

/** The ends of a part that is no run of characters: a date, a word, an address. */
function otherEnds(name: string, from: number, part: Part): Span[] {
  if (part.tokens) return dateEnds(name, from, part.tokens).map(({ at, parts }) => ({ from, to: at, parts }));
  if (isNumber(part) && part.name !== 'number')
    return [...wordsAt(name, from, withheldWords), ...addressAt(name, from)];
  switch (part.name) {
    case 'direction':
      return wordsAt(name, from, directionWords);
    case 'leg':
      return wordsAt(name, from, legWords);
    case 'unix':
      return digitsAt(name, from, /^\d{10}(?!\d)/).flatMap((whole) => [
        whole,
        ...digitsAt(name, from, /^\d{10}[.,]\d+/),
      ]);
    case 'unix_ms':
      return digitsAt(name, from, /^\d{13}(?!\d)/);
    case 'interaction':
      return isUuid(name.slice(from, from + 36)) ? [{ from, to: from + 36 }] : [];
    default:
      return [];
  }
}

/** Words by their first letters. */
type Words = ReadonlyMap<string, readonly string[]>;
const byFirst = (words: readonly string[]): Words => {
  const all = new Map<string, string[]>();
  for (const word of words) all.set(word.charAt(0), [...(all.get(word.charAt(0)) ?? []), word]);
  return all;
};

const wordsAt = (name: string, from: number, words: Words): Span[] =>
  (words.get(name.charAt(from).toLowerCase()) ?? []).flatMap((word) => {
    const to = from + word.length;
    return name.slice(from, to).toLowerCase() === word ? [{ from, to }] : [];
  });

const directionWords = byFirst([...directions.keys(), ...directionSigns.keys()]);
const legWords = byFirst(legPairs.flat());
const withheldWords = byFirst([...withheld].filter((word) => word.length > 1));

function digitsAt(name: string, from: number, form: RegExp): Span[] {
  const [found] = name.slice(from, from + 40).match(form) ?? [];
  return found === undefined ? [] : [{ from, to: from + found.length }];
}

function addressAt(name: string, from: number): Span[] {
  if (!/[st]/i.test(name.charAt(from))) return [];
  const [found] =
    name.slice(from, from + 200).match(/^(?:sips?:[^\s/@]+@[a-z\d.-]+(?::\d+)?|tel:\+?[\d().*#-]+)/i) ?? [];
  return found === undefined ? [] : [{ from, to: from + found.length }];
}

/** What a part is, of all spans that it may have. */
function foundIn(name: string, part: Part, spans: readonly Span[]): Found {
  const [first = { from: 0, to: 0 }] = spans;
  const value = readAs(name, part, first);
  const key = JSON.stringify(value);
  const isClear = spans.every((span) => JSON.stringify(readAs(name, part, span)) === key);
  return { part, from: first.from, to: first.to, value: isClear ? value : undefined };
}

function readAs(name: string, part: Part, { from, to, parts }: Span): string | DateParts {
  if (parts) return parts;
  const text = name.slice(from, to).trim();
  return kindOf(part.name) === 'text' ? spoken(text) : text;
}

/** A text as a person would write it: a `_` is a space where there is none, and percent escapes are decoded. */
function spoken(text: string): string {
  const decoded = /%[\da-f]{2}/i.test(text) ? decodedText(text) : text;
  return (decoded.includes(' ') ? decoded : decoded.replaceAll('_', ' ')).trim();
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const places = (name: string): Places => new Uint8Array(name.length + 1);
function both(one: Places, other: Places): Places {
  const all = new Uint8Array(one.length);
  for (let n = 0; n < one.length; n += 1) all[n] = (one[n] as number) & (other[n] as number);
  return all;
}
function either(one: Places, other: Places): Places {
  const all = new Uint8Array(one.length);
  for (let n = 0; n < one.length; n += 1) all[n] = (one[n] as number) | (other[n] as number);
  return all;
}
