import type { Pattern, Step } from './parse';
import { isToken, leastDigits } from './placeholders';

/** A text, or so many digits in a row, that every name of a pattern has. */
type Need = { text: string } | { digits: number };
const needs = new WeakMap<Pattern, readonly Need[]>();

/** Whether a name has what the pattern needs, in this order. Most names fit few patterns, and this is much faster than the rest. */
export function mayFit(pattern: Pattern, name: string): boolean {
  let wanted = needs.get(pattern);
  if (!wanted) {
    wanted = needsOf(pattern);
    needs.set(pattern, wanted);
  }
  const folded = name.toLowerCase();
  let at = 0;
  for (const need of wanted) {
    const found = 'text' in need ? folded.indexOf(need.text, at) : digitsFrom(folded, need.digits, at);
    if (found === -1) return false;
    at = found + ('text' in need ? need.text.length : need.digits);
  }
  return true;
}

/** Where so many digits begin in a row; -1 if nowhere. */
function digitsFrom(text: string, count: number, from: number): number {
  let begun = from;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) begun = at + 1;
    else if (at - begun + 1 === count) return begun;
  }
  return -1;
}

function needsOf({ steps }: Pattern): Need[] {
  const wanted: Need[] = [];
  const add = (text: string, digits: number, isNext: boolean) => {
    const last = wanted.at(-1);
    // Only these letters are the same in every language.
    if (digits === 0 && !/^\p{ASCII}*$/u.test(text)) return;
    if (digits > 0 && last && 'digits' in last && isNext) last.digits += digits;
    else if (digits > 0) wanted.push({ digits });
    else if (last && 'text' in last && isNext) last.text += text.toLowerCase();
    else wanted.push({ text: text.toLowerCase() });
  };
  let isNext = false;
  for (let n = 0; n < steps.length; n += 1) {
    const step = steps[n] as Step;
    if (step.kind === 'maybe') {
      n = step.end - 1;
      isNext = false;
    } else if (step.kind === 'text') {
      add(step.text, 0, isNext);
      isNext = true;
    } else {
      const { name, tokens } = step.part;
      const whole = name === 'unix' ? 10 : name === 'unix_ms' ? 13 : name === 'number' ? 1 : 0;
      if (whole > 0) add('', whole, false);
      isNext = false;
      for (const token of tokens ?? []) {
        const digits = isToken(token) ? leastDigits[token] : undefined;
        const isKnown = digits !== undefined || !isToken(token);
        if (isKnown) add(token, digits ?? 0, isNext);
        isNext = isKnown;
      }
      // A text that follows a date is one with the text at its end.
      isNext &&= steps[n + 1]?.kind === 'text';
    }
  }
  return wanted;
}
