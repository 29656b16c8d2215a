import { calls } from './archive.mjs';
import { ask, interleave } from './measure.mjs';

const rounds = 41;
const depth = 0.9 * calls;
const terms = [
  { name: 'rare term (10 of 100,000 calls)', term: '+12025554321', statement: 'term' },
  { name: 'common term (a fifth of all calls)', term: 'billing', statement: 'term' },
  { name: '2 characters, in every call', term: '60', statement: 'short' },
  { name: '2 characters, in no call', term: 'zq', statement: 'short' },
];

/** Pages and searches over TCP, each beside bare better-sqlite3 and JSON.stringify behind node:http. */
export async function measureLists(service, baseline, headers) {
  const ours = (path) => () => ask(service.url + path, { headers });
  const bare = (parameters) => () => ask(`${baseline.url}/?${new URLSearchParams(parameters)}`);
  const page = (limit) => `/api/v2/calls.json?limit=${limit}`;
  const deep = await walk(service.url, page(100), headers);
  const items = [
    { name: 'first page of 20', ours: ours(page(20)), baseline: bare({ statement: 'page', limit: 20 }) },
    { name: 'first page of 100', ours: ours(page(100)), baseline: bare({ statement: 'page', limit: 100 }) },
    {
      name: `page of 100 at ${depth}, by next_url`,
      ours: ours(deep),
      baseline: bare({ statement: 'page', limit: 100, depth }),
    },
    ...terms.map(({ name, term, statement }) => ({
      name: `${name}, page of 20`,
      ours: ours(`${page(20)}&search_term=${encodeURIComponent(term)}`),
      baseline: bare({ statement, term, limit: 20 }),
    })),
  ];
  const results = await interleave(items, rounds);
  const [, first, atDepth] = results;
  return { results, deepToFirst: atDepth.ms / first.ms };
}

/** The address of the page that begins at the depth, reached by next_url alone. */
async function walk(url, from, headers) {
  let path = from;
  for (let start = 0; start < depth; start += 100)
    path = (await ask(url + path, { headers, text: true })).body.next_url;
  return path;
}
