import { randomUUID } from 'node:crypto';
import { filterTypes, operatorsOf } from '@shared/call-filters/table';
import { expect, test } from 'vitest';
import { field } from '../support/advanced-search';
import { startService } from '../support/start-service';

test('a disabled field, a field of another tenant and a field outside the advanced search are refused', async () => {
  const started = await startService();
  const { given, admin } = started;
  const disabled = field(started, 'string', { enable: 0 });
  const foreign = field(started, 'string', { tenant_id: await given.tenant() });
  const basic = field(started, 'string', { search_options: '["free_text"]' });
  const agent = await given.user({ permissions: ['calls:view'] });
  const asked = async (caller: typeof admin, id: string) => {
    const parameter = `custom_field_${id}__includes`;
    const { status, body } = await caller.get(`/api/v2/calls.json?advanced_search=1&${parameter}=a`);
    return [status, body.details?.[parameter]];
  };

  const unknown = [400, 'Unknown parameter'];
  expect(await asked(admin, disabled)).toEqual([200, undefined]);
  expect(await asked(agent, disabled)).toEqual(unknown);
  expect(await asked(admin, foreign)).toEqual([200, undefined]);
  expect(await asked(agent, foreign)).toEqual(unknown);
  expect(await asked(admin, randomUUID())).toEqual(unknown);
  expect(await asked(admin, basic)).toEqual([400, 'This custom field is not part of the advanced search']);
});

test('a value that is no longer an option is found while a call in scope has it, and is unknown otherwise', async () => {
  const started = await startService();
  const { given, admin } = started;
  const mood = field(started, 'option', {}, ['good', 'bad']);
  const value = (text: string) => ({ custom_values: [{ field_id: mood, value: text }] });
  const [, kept] = await given.calls(value('good'), value('so, so'), { ...value('secret'), confidential: 1 });
  const agent = await given.user({ permissions: ['calls:view'] });
  const asked = async (caller: typeof admin, text: string) => {
    const query = new URLSearchParams({ advanced_search: '1', [`custom_field_${mood}__equal_to`]: text });
    const { status, body } = await caller.get(`/api/v2/calls.json?${query}`);
    return status === 200 ? body.calls.map(({ call_id }: { call_id: string }) => call_id) : status;
  };

  expect(await asked(agent, 'so, so')).toEqual([kept]);
  expect(await asked(agent, 'good,so, so')).toHaveLength(2);
  expect([await asked(agent, 'worse'), await asked(agent, 'secret')]).toEqual([400, 400]);
});

const operatorsOfSet = 'Use one of these operators: equal_to, not_equal_to, is_empty or is_not_empty';
const refusals: [string, string, string][] = [
  ['shoe_size__equal_to=1', 'shoe_size__equal_to', 'Unknown parameter'],
  ['phone_number__=1', 'phone_number__', 'Unknown parameter'],
  ['__proto__=1', '__proto__', 'Unknown parameter'],
  ['filters=1', 'filters', 'Unknown parameter'],
  ['constructor__equal_to=1', 'constructor__equal_to', 'Unknown parameter'],
  ['custom_field_7__equal_to=1', 'custom_field_7__equal_to', 'Unknown parameter'],
  ['direction__includes=1', 'direction__includes', operatorsOfSet],
  ['direction__toString=1', 'direction__toString', operatorsOfSet],
  ['direction__duration_equal_to=1', 'direction__duration_equal_to', operatorsOfSet],
  ['phone_number__includes=', 'phone_number__includes', 'Required'],
  ['phone_number__is_empty=', 'phone_number__is_empty', 'Required'],
  ['phone_number__includes=1&phone_number__includes=2', 'phone_number__includes', 'Is given more than once'],
  [`phone_number__includes=${'1'.repeat(257)}`, 'phone_number__includes', 'Use at most 256 characters'],
  ['phone_number__includes=%00', 'phone_number__includes', 'Contains a character that is not allowed in text'],
  ['call_id__equal_to=7', 'call_id__equal_to', 'Enter a UUID'],
  ['user_id__equal_to=7', 'user_id__equal_to', 'Enter a UUID'],
  ['direction__equal_to=3', 'direction__equal_to', 'Use 0, 1 or 2'],
  ['direction__equal_to=1,', 'direction__equal_to', 'Use 0, 1 or 2'],
  ['confidential__equal_to=1', 'confidential__equal_to', 'Use true or false'],
  ['notes_count__equal_to=1.5', 'notes_count__equal_to', 'Enter a whole number'],
  ['duration__equal_to=1:60', 'duration__equal_to', 'Use seconds, m:ss or h:mm:ss'],
  ['duration__equal_to=-1', 'duration__equal_to', 'Use seconds, m:ss or h:mm:ss'],
  ['date__equal_to=20.11.2026', 'date__equal_to', 'Use YYYY-MM-DD or YYYY/MM/DD'],
  ['date__equal_to=2026-02-29', 'date__equal_to', 'Names a day that does not exist'],
  ['date__between=2026-02-01', 'date__between', 'Use two values, separated by a comma'],
  ['date__between=2026-02-02,2026-02-01', 'date__between', 'Ends before it begins'],
  [
    'datetime__equal_to=2026-02-01T00:00:00',
    'datetime__equal_to',
    'Use YYYY-MM-DDThh:mm:ss with an offset, such as Z or +01:00',
  ],
];

test('a query that is not UTF-8 is refused under its parameter, whatever the parameter', async () => {
  const { admin } = await startService();
  const ended = '/api/v2/calls.json?advanced_search=1&';
  const paths: [string, string[]][] = [
    [`${ended}phone_name__not_equal_to=M%FCller`, ['phone_name__not_equal_to']],
    [`${ended}phone_name__not_equal_to=M%C3`, ['phone_name__not_equal_to']],
    [`${ended}phone_name__not_contains=%ED%A0%80&phone_name__contains=a`, ['phone_name__not_contains']],
    [`${ended}n%FCmber=1`, ['n%FCmber']],
    [`${ended}n%C3%BCmber=%C0%AF`, ['nümber']],
    [`/api/v2/calls/count.json?search_term=%FC`, ['search_term']],
    [`/api/v2/clients.json?search_term=%fc&limit=%e4`, ['search_term', 'limit']],
    [`/api/v2/settings.json?%ff`, ['%ff']],
  ];

  const seen = [];
  for (const [path] of paths) {
    const { status, body } = await admin.get(path);
    seen.push([path, status, body.error, body.details]);
  }

  expect(seen).toEqual(
    paths.map(([path, names]) => [
      path,
      400,
      'InvalidRecord',
      Object.fromEntries(names.map((name) => [name, 'Is not valid UTF-8'])),
    ]),
  );
});

test('a filter that is not understood is refused under its parameter, by the list and the count', async () => {
  const { admin } = await startService();
  const seen = [];
  for (const [query] of refusals) {
    for (const path of ['/api/v2/calls.json', '/api/v2/calls/count.json']) {
      const { status, body } = await admin.get(`${path}?advanced_search=1&${query}`);
      seen.push([query, status, body.error, body.details]);
    }
  }
  const wanted = refusals.map(([query, parameter, why]) => [query, 400, 'InvalidRecord', { [parameter]: why }]);
  expect(seen).toEqual(wanted.flatMap((one) => [one, one]));
});

test('a filter without advanced_search=1 is refused, and every wrong filter is named at once', async () => {
  const { admin } = await startService();
  const details = async (query: string) => (await admin.get(`/api/v2/calls.json?${query}`)).body.details;

  const off = { phone_number__includes: 'Needs advanced_search=1' };
  expect(await details('phone_number__includes=1')).toEqual(off);
  expect(await details('advanced_search=0&phone_number__includes=1')).toEqual(off);
  expect(await details('advanced_search=yes')).toEqual({ advanced_search: 'Use 0 or 1' });
  expect(await details('advanced_search=1&shoe__size=1&direction__equal_to=9&phone_number__includes=1')).toEqual({
    shoe__size: 'Unknown parameter',
    direction__equal_to: 'Use 0, 1 or 2',
  });
});

test('a search has at most 50 filters', async () => {
  const { admin } = await startService();
  const names = Object.entries(filterTypes).flatMap(([name, type]) => (type === 'string' ? [name] : []));
  const all = names.flatMap((name) => operatorsOf.string.map((operator) => `${name}__${operator}=x`));
  const asked = async (count: number) =>
    (await admin.get(`/api/v2/calls.json?advanced_search=1&${all.slice(0, count).join('&')}`)).body.details;

  expect(await asked(51)).toEqual({ [all[50]?.split('=')[0] ?? '']: 'Use at most 50 entries' });
  expect(await asked(50)).toBeUndefined();
});
