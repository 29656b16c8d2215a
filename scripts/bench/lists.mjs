import { ask, interleave, measureThroughput } from './measure.mjs';

const rounds = 41;

/** Digits as stored for searches by number (docs/search.md). */
const asNumber = (digits) => digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 32));
const number = `"${asNumber('12025554321')}"`;
const everything = { name: 'all calls', term: '', statement: 'page', match: '' };
const common = { name: 'common term', term: 'billing', statement: 'term', match: '"billing"' };
const twoWords = { name: 'two words', term: 'Billing tomás', statement: 'term', match: '"billing" AND "tomas"' };

/** The searches: as typed, and as bare FTS5 or a bare scan that finds the same calls. */
const searches = [
  { name: 'rare term', term: 'billing +12025554321', statement: 'term', match: '"billing" AND "+12025554321"' },
  common,
  twoWords,
  { name: 'number', term: '12025554321', statement: 'term', match: number },
  { name: 'number, spelled', term: '001 (202) 555-4321', statement: 'term', match: number },
  { name: 'number, 0 for country', term: '0202 555 4321', statement: 'term', match: `"${asNumber('02025554321')}"` },
  { name: 'long and short word', term: 'billing 60', statement: 'term', match: '"billing"' },
  { name: '2 characters, in every call', term: '60', statement: 'short', match: '60' },
  { name: '2 characters, in no call', term: 'zq', statement: 'short', match: 'zq' },
];

/**
 * The depth of the page that begins at nine tenths of a list, and the start of the page before it, whose `next_url`
 * leads to it; undefined for a list that is too short.
 */
export function deepPage(count, limit) {
  const depth = Math.floor(0.9 * count);
  return depth < limit ? undefined : { depth, before: depth - limit };
}

/**
 * Measures pages, searches and counts over TCP, each against bare better-sqlite3 and JSON.stringify behind node:http.
 */
export async function measureLists(service, baseline, headers) {
  const read = async (path) => (await ask(service.url + path, { headers, text: true })).body;
  const item = (name, path, parameters) => ({
    name,
    ours: () => ask(service.url + path, { headers }),
    baseline: () => ask(`${baseline.url}/?${new URLSearchParams(parameters)}`),
  });
  const first = ({ term }, limit) => `/api/v2/calls.json?${new URLSearchParams({ limit, search_term: term })}`;
  const count = ({ term }) => `/api/v2/calls/count.json?${new URLSearchParams({ search_term: term })}`;

  const items = searches.map(({ name, term, statement, match }) =>
    item(`${name}, page of 20`, first({ term }, 20), { statement, match, limit: 20 }),
  );
  const depths = [];
  for (const list of [everything, common, twoWords]) {
    const { name, statement, match } = list;
    const { count: calls } = await read(count(list));
    for (const limit of [20, 100]) {
      const pages = `${name}, page of ${limit}`;
      items.push(item(pages, first(list, limit), { statement, match, limit }));
      const deep = deepPage(calls, limit);
      if (!deep) continue;
      const { depth, before } = deep;
      const { next_url } = await read(`${first(list, limit)}&start=${before}`);
      items.push(item(`${pages} at ${depth}`, next_url, { statement, match, limit, depth }));
      depths.push({ name: pages, first: pages, deep: `${pages} at ${depth}` });
    }
    const start = Math.floor(0.9 * calls);
    items.push(
      item(`${name}, jump to ${start}`, `${first(list, 20)}&start=${start}`, { statement, match, limit: 20, start }),
    );
  }
  for (const list of [everything, common, twoWords, searches.at(-2), searches.at(-1)]) {
    const { name, statement, match } = list;
    items.push(item(`count of ${name}`, count(list), { statement, match, count: 1 }));
  }
  const year = { daterange: '2026/01/01-2026/12/31' };
  const [end, start] = [Date.UTC(2027, 0, 1), Date.UTC(2026, 0, 1)].map((ms) => String(BigInt(ms) * 1024n));
  items.push(
    item('count of a year', `${count(everything)}&${new URLSearchParams(year)}`, {
      statement: 'page',
      count: 1,
      start,
      end,
    }),
  );

  const page = items.find(({ name }) => name === 'all calls, page of 20');
  const throughput = await measureThroughput(page);
  const results = await interleave(items, rounds);
  const msOf = (wanted) => results.find(({ name }) => name === wanted).ms;
  const deepToFirst = Object.fromEntries(depths.map(({ name, first, deep }) => [name, msOf(deep) / msOf(first)]));
  return { results, deepToFirst, throughput };
}
