import { describe, expect, test } from 'vitest';
import type { DateParts } from '../../shared/patterns/dates';
import { match } from '../../shared/patterns/match';
import { isFault, parsePattern } from '../../shared/patterns/parse';
import { diceOf } from '../support/dice';
import { seed } from '../support/seed';

const parsed = (text: string) => {
  const pattern = parsePattern(text);
  if (isFault(pattern)) throw new Error(`${text}: ${pattern.reason.code} at ${pattern.at}`);
  return pattern;
};

/** The values of a name by placeholder; undefined when it does not fit, and `?` for a value that is not clear. */
function values(pattern: string, name: string) {
  const fit = match(parsed(pattern), name);
  return (
    fit &&
    Object.fromEntries(
      fit.found.flatMap(({ part, value }) => (part.name === 'any' ? [] : [[part.custom ?? part.name, value ?? '?']])),
    )
  );
}

test.each([
  ['', 0, 'pattern_empty'],
  ['x'.repeat(301), 300, 'pattern_long'],
  ['{form}', 0, 'pattern_unknown_like'],
  ['{from} {whatever}', 7, 'pattern_unknown'],
  ['{date:YYYYMMDDxx} {date:yyyy}', 24, 'pattern_token'],
  ['{date:YYY}', 6, 'pattern_token'],
  ['{date:}', 6, 'pattern_token'],
  ['{date:MD}', 6, 'pattern_token'],
  ['{from}-{from}', 7, 'pattern_twice'],
  ['{custom:A}-{custom:a}', 11, 'pattern_twice'],
  ['{custom}', 0, 'pattern_no_field'],
  ['{from:x}', 0, 'pattern_no_form'],
  ['{from', 0, 'pattern_unclosed'],
  ['{from}<a<b>', 6, 'pattern_unclosed'],
  ['{from}\\', 6, 'pattern_unclosed'],
  ['{from}>', 6, 'pattern_unopened'],
  ['<<<<{from}>>>>', 3, 'pattern_deep'],
  ['*-{number}', 0, 'pattern_without_placeholder'],
  ['{from_name}{to_name}', 11, 'pattern_neighbours'],
  ['{from_name}<-x>{to_name}', 15, 'pattern_neighbours'],
  ['*{from_name}', 1, 'pattern_neighbours'],
  ['{from}{to}', 6, 'pattern_neighbours'],
  [`{id}${'-*'.repeat(24)}`, 51, 'pattern_many'],
])('%s is refused at character %i', (text, at, code) => {
  const fault = parsePattern(text);
  expect(isFault(fault) && [fault.at, fault.reason.code]).toEqual([at, code]);
});

test.each([
  '{from}{date}',
  '*{from}*',
  '{from_name}{date}{to_name}',
  '{custom:A}-{custom:B}',
  '{from}.wav',
  'a\\<{id}',
])('%s is a pattern', (text) => {
  expect(isFault(parsePattern(text))).toBe(false);
});

const at = (year: number, month: number, day: number, hour?: number, minute?: number, second?: number): DateParts =>
  hour === undefined ? { year, month, day } : { year, month, day, hour, minute, second };

describe('a name that fits gives its values', () => {
  test.each([
    [
      'in-{to}-{from}-{date}-{time}-{id}',
      '2026/02/03/in-201-03023125301-20260203-101112-1770109870.7.wav',
      {
        to: '201',
        from: '03023125301',
        date: at(2026, 2, 3),
        time: { hour: 10, minute: 11, second: 12 },
        id: '1770109870.7',
      },
    ],
    [
      '[{other_name}]_{from}-{to}_{datetime}({number})',
      '[Omar Haddad]_111-03023125311_20260203101112(3).wav',
      { other_name: 'Omar Haddad', from: '111', to: '03023125311', datetime: at(2026, 2, 3, 10, 11, 12), number: '3' },
    ],
    [
      '{agent_id}_{date:YYMMDD}_{time:HHmm}_{from}_{to}<_{queue_name}>',
      'a17_260203_1011_231_03023125341.wav',
      { agent_id: 'a17', date: at(2026, 2, 3), time: { hour: 10, minute: 11 }, from: '231', to: '03023125341' },
    ],
    [
      '{agent_id}_{date:YYMMDD}_{time:HHmm}_{from}_{to}<_{queue_name}>',
      'a18_260203_1112_03023125342_232_Front desk.wav',
      {
        agent_id: 'a18',
        date: at(2026, 2, 3),
        time: { hour: 11, minute: 12 },
        from: '03023125342',
        to: '232',
        queue_name: 'Front desk',
      },
    ],
    [
      '{date}-{time}_{own}_{other}_{direction}_Auto_{id}',
      '20260203-101112_221_(202)555-0131_Incoming_Auto_2234567890071.mp3',
      {
        date: at(2026, 2, 3),
        time: { hour: 10, minute: 11, second: 12 },
        own: '221',
        other: '(202)555-0131',
        direction: 'Incoming',
        id: '2234567890071',
      },
    ],
    [
      '{date}_{time:HHmmss.SSSZ}_{direction}_{other}<_{other_name}>',
      '20260203_151112.123+0000_in_+12025550132_Kim Reyes.oga',
      {
        date: at(2026, 2, 3),
        time: { hour: 15, minute: 11, second: 12, ms: 123, offset: 0 },
        direction: 'in',
        other: '+12025550132',
        other_name: 'Kim Reyes',
      },
    ],
    ['{date:YYYY/MM/DD}/{from}', 'x/2026/02/03/0301.wav', { date: at(2026, 2, 3), from: '0301' }],
    [
      '{date:D. MMMM YYYY} {time:h.mm A} {from_name}',
      '3. März 2026 9.05 PM Ada_L.wav',
      { date: at(2026, 3, 3), time: { hour12: 9, pm: 1, minute: 5 }, from_name: 'Ada L' },
    ],
    ['{from} - {to_name}', 'anonymous - J%C3%B6rg%20Weiss.wav', { from: 'anonymous', to_name: 'Jörg Weiss' }],
    ['{from}_x', 'sip:anna@pbx.example_x.wav', { from: 'sip:anna@pbx.example' }],
    ['{from}_{to}', 'tel:+4930_12.wav', { from: 'tel:+4930', to: '12' }],
    ['{from}{date}', '030231253012026020.wav', undefined],
    ['{from}{date}', '0302312530120260203.wav', { from: '03023125301', date: at(2026, 2, 3) }],
    ['*{from}*', 'call of 030 231-25 today.wav', { from: '030 231-25' }],
    ['{date}_{from}', '20260231_030.wav', undefined],
    ['{date}_{date:YYYY}_{from}', '20260203_2025_030.wav', undefined],
    [
      '{interaction}_{leg}',
      'AB12CD34-1111-4A6B-8F3E-000000000091_out.wav',
      { interaction: 'AB12CD34-1111-4A6B-8F3E-000000000091', leg: 'out' },
    ],
    ['{unix}_{from}', '1770109870.7_12.wav', { unix: '1770109870.7', from: '12' }],
    ['OUT\\<{from}\\>', 'out<12>.wav', { from: '12' }],
    ['{from_name}_{to_name}', 'Ann_Bob.wav', { from_name: 'Ann', to_name: 'Bob' }],
    ['{from_name}_{to_name}', 'Ann_Bob_Cy.wav', { from_name: '?', to_name: '?' }],
    ['{from_name}<_{to_name}>', 'Ann.wav', { from_name: 'Ann' }],
    ['<a><b>{from_name}', 'ab1.wav', { from_name: '1' }],
    ['{from_name}-{id}', 'Ann-Lee-7.wav', { from_name: '?', id: '?' }],
    ['{custom:Order}_{id}', 'A 1_x.wav', { Order: 'A 1', id: 'x' }],
  ])('%s of %s', (pattern, name, expected) => {
    expect(values(pattern, name)).toEqual(expected);
  });
});

/** A second, plain matcher: it tries everything. Returns each way to read the name. */
function readings(text: string, name: string): Record<string, string>[] {
  const { steps } = parsed(text);
  const ways: { taken: string; found: Record<string, string> }[] = [];
  const go = (n: number, here: number, taken: string, found: Record<string, string>): void => {
    const step = steps[n];
    if (!step) {
      if (here === name.length) ways.push({ taken, found });
      return;
    }
    if (step.kind === 'maybe') {
      go(n + 1, here, `${taken}1`, found);
      go(
        step.end,
        here,
        `${taken}0${'-'.repeat(steps.slice(n + 1, step.end).filter(({ kind }) => kind === 'maybe').length)}`,
        found,
      );
      return;
    }
    if (step.kind === 'text') {
      if (name.slice(here, here + step.text.length).toLowerCase() === step.text.toLowerCase())
        go(n + 1, here + step.text.length, taken, found);
      return;
    }
    for (let end = here; end <= name.length; end += 1) {
      const piece = name.slice(here, end);
      if (fits(step.part.name, piece))
        go(n + 1, end, taken, step.part.name === 'any' ? found : { ...found, [step.part.name]: piece.trim() });
    }
  };
  go(0, 0, '', {});
  const best = ways
    .map(({ taken }) => taken)
    .sort()
    .at(-1);
  return ways.filter(({ taken }) => taken === best).map(({ found }) => found);
}
const fits = (name: string, piece: string): boolean => {
  if (name === 'any') return true;
  if (name === 'date') return /^20\d\d(0[1-9]|1[0-2])(0[1-9]|1\d|2[0-8])$/.test(piece);
  if (name === 'direction') return ['in', 'out', 'i', 'o', '0', '1', '2'].includes(piece);
  if (name === 'id') return /^\S+$/.test(piece);
  return /\S/.test(piece);
};

test('a plain matcher that tries everything agrees, over random patterns and names', () => {
  const dice = diceOf(seed);
  const one = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
  let [clear, unclear] = [0, 0];
  for (let round = 0; round < 2_000; round += 1) {
    const parts = ['{agent}', '{id}', '*', '{date}', '{direction}', '{queue_name}', '{from_name}'];
    let text = '';
    for (let n = 1 + dice(4); n > 0 && parts.length > 0; n -= 1) {
      const [part] = parts.splice(dice(parts.length), 1);
      const piece = `${one(['-', '_', ' ', 'a', '-a'])}${part}`;
      text += dice(3) === 0 ? `<${piece}>` : piece;
    }
    const pattern = parsePattern(text);
    if (isFault(pattern)) continue;
    const some = (most: number) =>
      Array.from({ length: 1 + dice(most) }, () => one(['a', 'b', '-', '_', ' ', '1'])).join('');
    const known: Record<string, string> = { '{date}': '20260203', '{direction}': one(['in', 'o']), '<': '', '>': '' };
    const name = text.replace(/\{\w+\}|[*<>]/g, (part) => known[part] ?? some(4));
    const ways = readings(text, name);
    const fit = values(text, `${name}.wav`);
    if (ways.length === 0) {
      expect(fit, `${text} of ${name}`).toBeUndefined();
      continue;
    }
    const expected = Object.fromEntries(
      Object.keys(ways[0] ?? {}).map((part) => {
        const all = new Set(ways.map((way) => spoken(part, way[part] ?? '')));
        return [part, all.size === 1 ? [...all][0] : '?'];
      }),
    );
    const given = Object.fromEntries(
      Object.entries(fit ?? {}).map(([part, value]) => [part, typeof value === 'object' ? dated(value) : value]),
    );
    expect(given, `${text} of ${name}`).toEqual(expected);
    if (Object.values(expected).includes('?')) unclear += 1;
    else clear += 1;
  }
  expect([clear > 300, unclear > 100]).toEqual([true, true]);
});

const spoken = (part: string, text: string) =>
  ['agent', 'queue_name', 'from_name'].includes(part) && !text.includes(' ') ? text.replaceAll('_', ' ').trim() : text;
const dated = ({ year, month, day }: DateParts) =>
  `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;

test('the time grows with the length of a name, whatever the pattern', () => {
  const dice = diceOf(seed);
  const pieces = ['<', '>', '*', '{from}', '{id}', '{agent}', '{date}', '{datetime:D.M.YYYY H:mm}', '-', 'a', '_', '1'];
  const texts = Array.from({ length: 1_000 }, () =>
    Array.from({ length: 2 + dice(40) }, () => pieces[dice(pieces.length)]).join(''),
  );
  const patterns = texts.map(parsePattern).flatMap((pattern) => (isFault(pattern) ? [] : [pattern]));
  const timeOf = (length: number) => {
    const begun = process.cpuUsage().user;
    for (const name of ['-', 'a', '1', '1-', 'a_', ' '])
      for (const pattern of patterns) match(pattern, name.repeat(length / name.length));
    return process.cpuUsage().user - begun;
  };
  // The shortest of a few: what else the computer does takes its time too.
  const shortest = (length: number) => Math.min(...[1, 2, 3].map(() => timeOf(length)));
  expect(patterns.length).toBeGreaterThan(20);
  // Eight times as long; a matcher that tries again would take 64 times.
  expect(shortest(4_000)).toBeLessThan(24 * shortest(500));
});

test.each([
  ['{date:YYYY年MM月DD日}_{from}', '2026年02月03日_030231250'],
  ['Gespräch<ö>über{date}-{from}', 'gesprächüber20260203-030231250'],
])('a name with letters outside ASCII fits %s', (text, name) => {
  const pattern = parsePattern(text);
  if (isFault(pattern)) throw new Error(pattern.reason.code);
  const { found = [] } = match(pattern, `${name}.wav`) ?? {};
  expect(found.map(({ value }) => value)).toEqual([{ year: 2026, month: 2, day: 3 }, '030231250']);
});
