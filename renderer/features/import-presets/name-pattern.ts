/** Dates and times as many systems write them into names, the longest first, and what stands for them in a pattern. */
const known: readonly [form: RegExp, placeholder: string][] = [
  [/^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])([01]\d|2[0-3])[0-5]\d[0-5]\d(?!\d)/, '{datetime}'],
  [/^(19|20)\d{2}-(0[1-9]|1[0-2])-([0-2]\d|3[01])(?!\d)/, '{date:YYYY-MM-DD}'],
  [/^(19|20)\d{2}_(0[1-9]|1[0-2])_([0-2]\d|3[01])(?!\d)/, '{date:YYYY_MM_DD}'],
  [/^(19|20)\d{2}\.(0[1-9]|1[0-2])\.([0-2]\d|3[01])(?!\d)/, '{date:YYYY.MM.DD}'],
  [/^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])(?!\d)/, '{date}'],
  [/^1[5-9]\d{11}(?!\d)/, '{unix_ms}'],
  [/^1[5-9]\d{8}(?![\d.])/, '{unix}'],
];
/** A time of day, which is taken only behind a date. */
const times: typeof known = [
  [/^([01]\d|2[0-3])-[0-5]\d-[0-5]\d(?!\d)/, '{time:HH-mm-ss}'],
  [/^([01]\d|2[0-3])\.[0-5]\d\.[0-5]\d(?!\d)/, '{time:HH.mm.ss}'],
  [/^([01]\d|2[0-3])[0-5]\d[0-5]\d(?!\d)/, '{time}'],
  [/^([01]\d|2[0-3])[0-5]\d(?!\d)/, '{time:HHmm}'],
];

/** A pattern that a name fits: its text, with its first date and time as placeholders. The rest is for a person to say. */
export function namePattern(path: string): string {
  const name = (path.split(/[\\/]/).at(-1) ?? '').replace(/(?<=.)\.[^.]*$/, '');
  let pattern = '';
  let wanted = known;
  for (let at = 0; at < name.length; ) {
    const isStart = !/\d/.test(name[at - 1] ?? '');
    const found = isStart ? wanted.find(([form]) => form.test(name.slice(at))) : undefined;
    const text = found?.[0].exec(name.slice(at))?.[0];
    if (found && text) {
      pattern += found[1];
      at += text.length;
      wanted = /^\{date[:}]/.test(found[1]) ? times : [];
      continue;
    }
    pattern += '{<>*\\'.includes(name[at] ?? '') ? `\\${name[at]}` : name[at];
    at += 1;
  }
  return pattern;
}
