import { type Reason, reason } from '../reasons/reasons';

const longestText = 256;
export const maxChoices = 200;

/** A text to search for. */
export function readSearchedText(text: string): string | Reason {
  if (text.length > longestText) return reason('too_long', { most: longestText });
  return text.includes('\0') ? reason('bad_character') : text;
}

/** A whole number. */
export const readWholeNumber = (text: string): number | Reason =>
  /^-?\d{1,15}$/.test(text) ? Number(text) : reason('whole_number');

/** A number with at most one decimal. */
export const readDecimal = (text: string): number | Reason =>
  /^-?\d{1,12}(\.\d)?$/.test(text) ? Number(text) : reason('one_decimal');

/** Seconds, from `90`, `1:30` or `1:02:30`. */
export const seconds = (text: string): number | Reason =>
  /^(\d{1,9}|\d{1,7}:[0-5]\d|\d{1,5}:[0-5]\d:[0-5]\d)$/.test(text)
    ? text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    : reason('not_duration');

/** A day as `2026-11-20`, from the same or `2026/11/20`. */
export function day(text: string): string | Reason {
  if (!/^\d{4}([-/])\d{2}\1\d{2}$/.test(text)) return reason('not_day');
  const iso = text.replaceAll('/', '-');
  return isDay(iso) ? iso : reason('no_such_day');
}

/** Whether a text is a day that exists, as `2026-11-20`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** The values of a set. A value may contain commas, so the longest one that fits is taken each time. */
export const chosenFrom =
  (choices: readonly string[]) =>
  (text: string): string[] | Reason => {
    const longestFirst = [...choices].sort((one, other) => other.length - one.length);
    const values: string[] = [];
    for (let rest = `${text},`; rest !== ''; ) {
      const next = longestFirst.find((choice) => rest.startsWith(`${choice},`));
      if (next === undefined) return reason('one_of', { options: [...choices] });
      if (values.push(next) > maxChoices) return reason('too_many_entries', { most: maxChoices });
      rest = rest.slice(next.length + 1);
    }
    return values;
  };
