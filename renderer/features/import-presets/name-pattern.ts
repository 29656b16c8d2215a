/** The digits of each token of a date or time. */
const digits: Readonly<Record<string, string>> = {
  YYYY: '(?:19|20)\\d\\d',
  MM: '(?:0[1-9]|1[0-2])',
  DD: '(?:0[1-9]|[12]\\d|3[01])',
  HH: '(?:[01]\\d|2[0-3])',
  mm: '[0-5]\\d',
  ss: '[0-5]\\d',
  '.': '\\.',
};
type Known = { form: RegExp; placeholder: string };
const known = (name: 'date' | 'time' | 'datetime', form: string, usual = false): Known => ({
  form: new RegExp(`^${form.replace(/YYYY|MM|DD|HH|mm|ss|\./g, (token) => digits[token] ?? token)}(?!\\d)`),
  placeholder: usual ? `{${name}}` : `{${name}:${form}}`,
});

/** Dates as many systems write them into names. Of day and month the day goes first, unless it cannot be one. */
const dates = [
  known('datetime', 'YYYYMMDDHHmmss', true),
  known('date', 'YYYYMMDD', true),
  ...['-', '_', '.'].flatMap((sign) =>
    [
      ['YYYY', 'MM', 'DD'],
      ['DD', 'MM', 'YYYY'],
      ['MM', 'DD', 'YYYY'],
    ].map((tokens) => known('date', tokens.join(sign))),
  ),
  { form: /^1[5-9]\d{11}(?!\d)/, placeholder: '{unix_ms}' },
  { form: /^1[5-9]\d{8}(?![\d.])/, placeholder: '{unix}' },
];
/** A time of day, which is taken only behind a date. */
const times = [
  ...['HH-mm-ss', 'HH_mm_ss', 'HH.mm.ss'].map((form) => known('time', form)),
  known('time', 'HHmmss', true),
  known('time', 'HHmm'),
];

/** A pattern that a name fits: its text, with its first date and time as placeholders. The rest is for a person to say. */
export function namePattern(path: string): string {
  const name = (path.split(/[\\/]/).at(-1) ?? '').replace(/(?<=.)\.[^.]*$/, '');
  let pattern = '';
  let wanted = dates;
  for (let at = 0; at < name.length; ) {
    const rest = name.slice(at);
    const found = /\d/.test(name[at - 1] ?? '') ? undefined : wanted.find(({ form }) => form.test(rest));
    if (found) {
      pattern += found.placeholder;
      at += found.form.exec(rest)?.[0].length ?? 0;
      wanted = /^\{date[:}]/.test(found.placeholder) ? times : [];
    } else {
      pattern += '{<>*\\'.includes(rest[0] ?? '') ? `\\${rest[0]}` : rest[0];
      at += 1;
    }
  }
  return pattern;
}
