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
  const addText = (text: string) => {
    // Only these letters are the same in every language.
    if (/^\p{ASCII}*$/u.test(text)) wanted.push({ text: text.toLowerCase() });
  };
  const addDigits = (digits: number) => {
    if (digits > 0) wanted.push({ digits });
  };
  for (let n = 0; n < steps.length; n += 1) {
    const step = steps[n] as Step;
    if (step.kind === 'maybe') {
      n = step.end - 1;
    } else if (step.kind === 'text') {
      addText(step.text);
    } else {
      const { name, tokens = [] } = step.part;
      addDigits(name === 'unix' ? 10 : name === 'unix_ms' ? 13 : name === 'number' ? 1 : 0);
      let digits = 0;
      for (const token of tokens) {
        const more = leastDigits[token] ?? 0;
        digits += more;
        if (more > 0) continue;
        addDigits(digits);
        digits = 0;
        if (!isToken(token)) addText(token);
      }
      addDigits(digits);
    }
  }
  return wanted;
}
