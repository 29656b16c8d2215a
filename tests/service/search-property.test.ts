import type { Call } from '@shared/contract/calls';
import { fold } from '@shared/fold';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

/** Texts in which folding, quoting and counting go wrong if anything does. */
const piece = fc.constantFrom(
  ...[
    'a',
    'B',
    'ab',
    'ß',
    'ẞ',
    'ſ',
    'Σ',
    'ς',
    'σ',
    'é',
    'e\u0301',
    'İ',
    'ı',
    'ﬁ',
    '①',
    '王',
    '芳',
    '😀',
    '👨‍👩‍👧',
    'ｱ',
    'ア',
  ],
  ...[
    '"',
    "'",
    '%',
    '_',
    '*',
    '\\',
    '(',
    ')',
    ':',
    '-',
    '+',
    '^',
    '~',
    ';',
    ' ',
    '\t',
    '\n',
    '\0',
    'NEAR',
    'AND',
    'NOT',
    'OR',
    '60',
    '4',
  ],
);
const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const callTexts = fc.record({ from_name: text, to_name: text, from_number: text, agent_name: fc.option(text) });

/** What shows a call: its term, folded, is part of one of its texts. */
const shows = (call: Record<string, string | null>, term: string) =>
  Object.values(call).some((value) => value !== null && folded(value).includes(folded(term)));
const folded = (value: string) => fold(value).replaceAll('\0', '').replaceAll('\n', ' ');

test('a search shows exactly the calls that hold the folded term in one of their texts', async () => {
  const { admin, given } = await startService();
  const calls = fc.sample(callTexts, { numRuns: 60, seed: 7 });
  const ids = await given.calls(...calls.map((call) => ({ ...call })));

  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        text,
        fc.nat(59).chain((n) => partOf(calls[n]?.from_name ?? '')),
      ),
      async (term) => {
        const { status, body } = await admin.get(
          `/api/v2/calls.json?limit=1000&search_term=${encodeURIComponent(term)}`,
        );
        // The one character no text can hold is refused (a term of nothing else would show every call).
        if (term.includes('\0')) {
          expect([status, Object.keys(body.details)]).toEqual([400, ['search_term']]);
          return;
        }
        const found = body.calls?.map(({ call_id }: Call) => ids.indexOf(call_id));
        const wanted = calls.flatMap((call, n) => (shows(call, term) ? [n] : []));
        expect({ term, status, found }).toEqual({ term, status: 200, found: wanted });
      },
    ),
    { numRuns: 400 },
  );
});

/** A piece out of a text, so that hits are common. */
function partOf(whole: string): fc.Arbitrary<string> {
  const points = [...whole];
  return fc
    .tuple(fc.nat(points.length), fc.nat(points.length))
    .map(([a, b]) => points.slice(Math.min(a, b), Math.max(a, b) + 1).join(''));
}

test('walking next_url gives each call once, in order, and total is what the rules say', async () => {
  const { admin, given } = await startService();
  const n = 37;
  const times = fc.sample(fc.nat(9), { numRuns: n, seed: 3 });
  await given.calls(
    ...times.map((minute, k) => ({
      setup_time: Date.UTC(2026, 1, 1) + minute * 60_000,
      from_number: k % 3 ? '7' : '8',
    })),
  );
  const whole = async (query: string) =>
    (await admin.get(`/api/v2/calls.json?limit=1000&${query}`)).body.calls.map(({ call_id }: Call) => call_id);
  const filters = ['', 'sort_order=asc', 'search_term=8', 'search_term=7&sort_order=asc', 'direction=0', 'direction=1'];
  const wanted = Object.fromEntries(await Promise.all(filters.map(async (filter) => [filter, await whole(filter)])));

  const asked = fc.record({
    limit: fc.integer({ min: 1, max: 40 }),
    start: fc.integer({ min: 0, max: 40 }),
    cap: fc.option(fc.integer({ min: 0, max: 60 })),
    filter: fc.constantFrom(...filters),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ limit, start, cap, filter }) => {
      const all = wanted[filter] as string[];
      const seen: string[] = [];
      const calc = cap === null ? '' : `&max_total_calc=${cap}`;
      let url: string | null = `/api/v2/calls.json?limit=${limit}&start=${start}${calc}&${filter}`.replace(/&$/, '');
      while (url) {
        const { body } = await admin.get(url);
        seen.push(...body.calls.map(({ call_id }: Call) => call_id));
        const counted = cap !== null && all.length < cap ? all.length : null;
        expect(body.total).toBe(body.next_url === null ? all.length : counted);
        expect(body.next_url === null || body.calls.length === limit).toBe(true);
        url = body.next_url;
      }
      expect(seen).toEqual(all.slice(start));
    }),
    { numRuns: 60 },
  );
});
