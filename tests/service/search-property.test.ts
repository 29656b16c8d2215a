import type { Call } from '@shared/contract/calls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

const archived = 5_000;
const terms = Number(process.env.EARSHOT_TERMS ?? 1_000);

/** Names in four scripts, as people write them and as others type them. */
const words = fc.constantFrom(
  ...'Tomás tomas NÚÑEZ Nunez Søren Soren Łukasz Weiß Weiss Straße François Zoë Renée İsmail ismail Işık ﬁona'.split(
    ' ',
  ),
  ...'Алёна алена Юрий ЮРИЙ Чайковский Щербаков Σίσυφος ΣΙΣΥΦΟΣ Οδυσσέας'.split(' '),
  ...'أحمد احمد مُحَمَّد محمد ليلى שָׁלוֹם שלום רחל'.split(' '),
  ...'王芳 王 李小龙 山田太郎 カタカナ ガラス ｶﾀｶﾅ 김민준 김 東京'.split(' '),
  ...`"quoted" O'Neil % _ * ( ) : ^ AND NEAR 60 4711 😀 👩‍👧 a-b x\ty`.split(' '),
);
const text = fc.array(words, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));

/** A number in the forms that people use: international, national, or as an extension. */
const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''));
const abroad = fc.record({
  code: fc.constantFrom('1', '7', '44', '49', '353', '972'),
  national: digits(4, 9).map((rest) => `2${rest}`),
});
const parted = (number: string) =>
  fc
    .array(fc.constantFrom('', '', ' ', '-', '.', ' - '), { minLength: 12, maxLength: 12 })
    .map((gaps) => [...number].map((digit, place) => (place === 0 ? '' : gaps[place % 12]) + digit).join(''));
type Party = { written: string; digits: string; national?: string };
const international = abroad.chain(({ code, national }) =>
  fc.tuple(fc.constantFrom('+', '00', '(+'), parted(code + national)).map(
    ([prefix, rest]): Party => ({
      written: prefix + rest,
      digits: (prefix === '00' ? '00' : '') + code + national,
      national,
    }),
  ),
);
const local = fc
  .oneof(
    digits(5, 9).map((rest) => `02${rest}`),
    digits(1, 3).map((rest) => `6${rest}`),
  )
  .chain((number) => parted(number).map((written): Party => ({ written, digits: number })));
const party = fc.oneof(international, local);
const archive = fc.record({
  from: party,
  to: party,
  from_name: fc.option(text),
  agent_name: fc.option(text),
  party_name: fc.option(text),
});
type Archived = typeof archive extends fc.Arbitrary<infer T> ? T : never;

/**
 * The rules of docs/search.md in a simple form. In these scripts, every combining mark except those of kana is an
 * accent.
 */
const letters: Record<string, string> = { ß: 'ss', ς: 'σ', ı: 'i', ø: 'o', ł: 'l' };
const plainly = (value: string) =>
  [...value.normalize('NFKD')]
    .filter((letter) => !/[\p{M}\u200d]/u.test(letter) || letter === '\u3099')
    .map((letter) => letters[letter.toLowerCase()] ?? letter.toLowerCase())
    .join('')
    .replaceAll('ı', 'i')
    .normalize('NFC');

/** A simple matcher: the positions of the calls that a term finds. */
function plainSearch(calls: Archived[]): (term: string) => number[] {
  const searched = calls.map(({ from, to, from_name, agent_name, party_name }) => ({
    texts: [from.written, to.written, from_name, agent_name, party_name].filter((one) => one !== null).map(plainly),
    parties: [from, to],
  }));
  return (term) => {
    // Control characters count as spaces.
    const folded = plainly(term).replace(/\p{Cc}/gu, ' ');
    const words = folded.split(/\s+/);
    const isNumber = /^[-0-9 +().]*[0-9][-0-9 +().]*$/.test(folded);
    const dialled = folded.replace(/[^0-9]/g, '');
    const digits = /^[^0-9+]*00.*[0-9]/.test(folded) ? dialled.slice(2) : dialled;
    // What is left after a leading 00 can begin with a zero too.
    const behindZero = [dialled, digits].filter((one) => one.startsWith('0')).map((one) => one.slice(1));
    return searched.flatMap(({ texts, parties }, place) => {
      const isFound =
        words.every((word) => texts.some((text) => text.includes(word))) ||
        (isNumber &&
          parties.some(
            (party) => party.digits.includes(digits) || behindZero.some((rest) => party.national?.startsWith(rest)),
          ));
      return isFound ? [place] : [];
    });
  };
}

/** A piece of a text, which makes hits frequent. */
const pieceOf = (whole: string) => {
  const points = [...whole];
  return fc
    .tuple(fc.nat(points.length - 1), fc.integer({ min: 1, max: 8 }))
    .map(([first, length]) => points.slice(first, first + length).join(''));
};

test(`${terms} searches find the same calls as a simple matcher among ${archived}, in four scripts`, async () => {
  const { admin, given } = await startService();
  const [calls = []] = fc.sample(fc.array(archive, { minLength: archived, maxLength: archived }), 1);
  const ids = await given.calls(
    ...calls.map(({ from, to, from_name, agent_name, party_name }) => ({
      from_number: from.written,
      from_name,
      agent_name,
      participants: [
        {
          join_time: null,
          leave_time: null,
          user_id: null,
          party_direction: 1,
          party_type: 0,
          party_number: to.written,
          party_name,
          party_caller_id: null,
        },
      ],
    })),
  );
  const some = fc.constantFrom(...calls);
  const number = fc.tuple(some, fc.boolean()).map(([{ from, to }, first]) => (first ? from : to));
  const term = fc.oneof(
    text,
    text.chain(pieceOf),
    fc.tuple(text.chain(pieceOf), text.chain(pieceOf)).map((pieces) => pieces.join(' ')),
    number.chain(({ written }) => pieceOf(written)),
    number
      .chain(({ digits, national }) => parted(national ? `0${national}` : digits))
      .chain((one) => fc.constantFrom(one, one.slice(0, 7))),
    number.chain(({ digits }) => parted(digits)).map((one) => `+${one}`),
    fc.tuple(number, text.chain(pieceOf)).map(([{ written }, piece]) => `${piece} ${written}`),
  );

  const search = plainSearch(calls);

  const mistakes = [];
  for (const sought of fc.sample(term, terms)) {
    const search_term = encodeURIComponent(sought);
    const [list, count] = await Promise.all([
      admin.get(`/api/v2/calls.json?limit=20&search_term=${search_term}`),
      admin.get(`/api/v2/calls/count.json?search_term=${search_term}`),
    ]);
    const found = list.body.calls.map(({ call_id }: Call) => call_id);
    const wanted = search(sought).map((place) => ids[place]);
    const isRight = String(found) === String(wanted.slice(0, 20)) && count.body.count === wanted.length;
    if (!isRight) mistakes.push({ sought, count: count.body.count, wanted: wanted.length });
  }

  expect(mistakes).toEqual([]);
}, 120_000);

test('following next_url returns each call once, in order, and total is the number of matches', async () => {
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
