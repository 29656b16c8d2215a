import { randomUUID } from 'node:crypto';
import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { archiveOf } from '../support/advanced-search';
import { startService } from '../support/start-service';

test('a string is compared in eight ways, without case', async () => {
  const { every } = await archiveOf(
    await startService(),
    { from_number: '+442079460321', to_number: '6004', from_name: 'Tomás Núñez', to_name: 'WEIẞ' },
    { from_number: '6004', to_number: '+4930111', from_name: 'ROSA' },
    {},
  );
  const wanted = {
    'phone_number__equal_to=6004': 'ab',
    'phone_number__not_equal_to=6004': 'c',
    'phone_number__includes=794': 'a',
    'phone_number__includes=60': 'ab',
    'phone_number__not_includes=794': 'bc',
    'phone_number__starts_with=%2B44': 'a',
    'phone_number__ends_with=111': 'b',
    'phone_number__is_empty=1': 'c',
    'phone_number__is_not_empty=1': 'ab',
    'phone_number_from__equal_to=6004': 'b',
    'phone_number_to__equal_to=6004': 'a',
    'phone_name__equal_to=TOM%C3%81S N%C3%9A%C3%91EZ': 'a',
    'phone_name__includes=tomas': '',
    'phone_name__includes=wei%C3%9F': 'a',
    'phone_name__includes=weiss': '',
    'phone_name_from__starts_with=ros': 'b',
    'phone_name_to__is_empty=x': 'bc',
    'phone_name__includes=%25': '',
    'phone_name__includes=z%0A': '',
  };
  expect(await every(wanted)).toEqual(wanted);
});

test('each text of a call has its own names', async () => {
  const { every } = await archiveOf(
    await startService(),
    { from_id: 'Sip:Ada', to_id: 'sip:bo', agent_id: 'AG-7', agent_name: 'Ada Kaya', acd_number: '900' },
    { acd_name: 'Billing', protocol_call_id: 'ABC-1@pbx', protocol_tracking_id: 'T-9' },
  );
  const wanted = {
    'phone_id__starts_with=sip': 'a',
    'phone_id_from__includes=ada': 'a',
    'phone_id_to__includes=ada': '',
    'phone_id_to__ends_with=BO': 'a',
    'agent_id__equal_to=ag-7': 'a',
    'agent_name__includes=kaya': 'a',
    'acd_number__equal_to=900': 'a',
    'acd_name__equal_to=BILLING': 'b',
    'pbx_call_id__equal_to=abc-1%40PBX': 'b',
    'pbx_call_id__is_empty=1': 'a',
    'pbx_tracking_id__not_equal_to=t-9': 'a',
  };
  expect(await every(wanted)).toEqual(wanted);
});

test('a call is found by its id, in either case', async () => {
  const { ids, every } = await archiveOf(await startService(), {}, {});
  const wanted = {
    [`call_id__equal_to=${ids[1]}`]: 'b',
    [`call_id__equal_to=${ids[1]?.toUpperCase()}`]: 'b',
    [`call_id__not_equal_to=${ids[1]}`]: 'a',
    [`call_id__equal_to=${randomUUID()}`]: '',
  };
  expect(await every(wanted)).toEqual(wanted);
});

test('a duration is given in seconds, m:ss or h:mm:ss, and its operators may have a prefix', async () => {
  const { every } = await archiveOf(await startService(), { duration: 0 }, { duration: 65 }, { duration: 3_665 });
  const wanted = {
    'duration__equal_to=65': 'b',
    'duration__equal_to=1:05': 'b',
    'duration__equal_to=01:01:05': 'c',
    'duration__not_equal_to=61:05': 'ab',
    'duration__greater_than=1:05': 'c',
    'duration__greater_or_equal=1:05': 'bc',
    'duration__lower_than=1:05': 'a',
    'duration__lower_or_equal=1:05': 'ab',
    'duration__is_empty=1': '',
    'duration__is_not_empty=1': 'abc',
    'duration__duration_greater_than=1:00': 'bc',
    'duration__duration_not_equal_to=0': 'bc',
  };
  expect(await every(wanted)).toEqual(wanted);
});

test('dates are days in the zone of the caller, and times are whole seconds', async () => {
  const { every } = await archiveOf(
    await startService({ timezone: 'America/New_York' }),
    { setup_time: Date.UTC(2026, 10, 20, 5, 0, 0, 0) },
    { setup_time: Date.UTC(2026, 10, 20, 4, 59, 59, 999) },
    { setup_time: Date.UTC(2026, 10, 18, 12) },
  );
  const wanted = {
    'date__equal_to=2026-11-20': 'a',
    'date__equal_to=2026/11/19': 'b',
    'date__greater_than=2026-11-19': 'a',
    'date__greater_or_equal=2026-11-19': 'ab',
    'date__lower_than=2026-11-19': 'c',
    'date__lower_or_equal=2026-11-19': 'bc',
    'date__between=2026/11/18,2026-11-19': 'bc',
    'datetime__equal_to=2026-11-20T04:59:59Z': 'b',
    'datetime__equal_to=2026-11-19T23:59:59-0500': 'b',
    'datetime__greater_than=2026-11-20T04:59:59Z': 'a',
    'datetime__greater_or_equal=2026-11-20T04:59:59Z': 'ab',
    'datetime__lower_than=2026-11-20T04:59:59Z': 'c',
    'datetime__lower_or_equal=2026-11-20T04:59:59Z': 'bc',
    'datetime__between=2026-11-18T12:00:00Z,2026-11-20T04:59:59%2B00:00': 'bc',
  };
  expect(await every(wanted)).toEqual(wanted);
});

test('a set matches any of its values', async () => {
  const { every } = await archiveOf(
    await startService(),
    { protocol_call_direction: 1, call_state: 6, record_state: 3, voip_protocol: 1, on_demand_state: 1 },
    { protocol_call_direction: 2, call_state: 4, record_state: 0, voip_protocol: 99, confidential: 1 },
    { protocol_call_direction: 0, confidential: 0 },
  );
  const wanted = {
    'direction__equal_to=1,2': 'ab',
    'direction__not_equal_to=1,2': 'c',
    'direction__is_empty=1': '',
    'call_state__equal_to=6': 'a',
    'record_state__not_equal_to=3': 'bc',
    'voip_protocol__equal_to=99,1': 'ab',
    'on_demand_state__equal_to=1': 'a',
    'on_demand_state__not_equal_to=0': 'abc',
    'on_demand_state__is_empty=1': 'bc',
    'confidential__equal_to=true': 'b',
    'confidential__equal_to=false': 'c',
    'confidential__not_equal_to=true': 'ac',
    'confidential__is_not_empty=1': 'bc',
  };
  expect(await every(wanted)).toEqual(wanted);
});

test('filters are joined with AND, also with those of the basic search', async () => {
  const { every } = await archiveOf(
    await startService(),
    { from_number: '6001', from_name: 'Ada', duration: 10, protocol_call_direction: 1 },
    { from_number: '6001', from_name: 'Bo', duration: 20, protocol_call_direction: 1 },
    { from_number: '6002', from_name: 'Ada', duration: 30, protocol_call_direction: 2 },
  );
  const wanted = {
    'phone_number__equal_to=6001&phone_name__equal_to=ada': 'a',
    'phone_number__equal_to=6001&duration__greater_than=10&duration__lower_than=30': 'b',
    'search_term=ada&phone_number__not_equal_to=6001': 'c',
    'search_term=bo&phone_number__includes=60': 'b',
    'direction=1&phone_name__includes=ad': 'a',
    'phone_name__equal_to=ada&sort_order=asc': 'ca',
    '': 'abc',
  };
  expect(await every(wanted)).toEqual(wanted);
});

test('an advanced search is paged like any list', async () => {
  const { admin, given } = await startService();
  const ids = await given.calls(...Array.from({ length: 25 }, (_, n) => ({ from_number: `60${n % 5}`, duration: n })));
  const wanted = ids.filter((_, n) => n % 5 !== 0 && n >= 3);
  const seen: string[] = [];
  const totals: (number | null)[] = [];
  let url: string | null =
    '/api/v2/calls.json?limit=7&max_total_calc=100&advanced_search=1&phone_number__not_equal_to=600&duration__greater_than=2';
  let second = '';
  while (url) {
    const { body } = await admin.get(url);
    seen.push(...body.calls.map(({ call_id }: Call) => call_id));
    totals.push(body.total);
    url = body.next_url;
    second ||= body.next_url;
  }
  const changed = await admin.get(second.replace('duration__greater_than=2', 'duration__greater_than=3'));

  expect(seen).toEqual(wanted);
  expect(totals).toEqual([18, 18, 18]);
  expect([changed.status, changed.body.details]).toEqual([
    400,
    { after: 'Does not belong to this list; use next_url as it was given' },
  ]);
});

test('digits are found in full width as well, and only where they are', async () => {
  const { every } = await archiveOf(
    await startService(),
    { from_number: '４４５５５１', to_number: '6004' },
    { from_number: 'sip:555@example.org' },
    { from_number: '+4930111', from_name: '555' },
  );
  const wanted = {
    'phone_number__includes=555': 'ab',
    'phone_number__not_includes=555': 'c',
    'phone_name__includes=555': 'c',
  };

  expect(await every(wanted)).toEqual(wanted);
});

test('OpenAPI describes each filter as a parameter of its own', async () => {
  const { nobody } = await startService();
  const { body } = await nobody.get('/api/v2/openapi.json');
  for (const path of ['/api/v2/calls.json', '/api/v2/calls/count.json']) {
    const { parameters } = body.paths[path].get;
    const filters = parameters.find(({ name }: { name: string }) => name === 'filters');
    expect(filters).toMatchObject({ in: 'query', required: false, style: 'form', explode: true });
    expect(Object.keys(filters.schema.properties)).toContain('phone_number__not_includes');
    expect(filters.schema).not.toHaveProperty('explode');
  }
});

test('calls are found by whether they have audio, by the names of their files, and by a legal hold', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { ids, every } = await archiveOf(started, {}, {}, {});
  const [heard = '', unnamed = '', silent = ''] = ids;
  given.withFiles([heard, unnamed], [['Müller_01.WAV', null], [null]]);
  await admin.put(`/api/v2/calls/${silent}.json/legal_hold.json`, { call: { legal_hold: true } });
  const wanted = {
    'has_audio__equal_to=true': 'ab',
    'has_audio__equal_to=false': 'c',
    'has_audio__equal_to=true,false': 'abc',
    'has_audio__not_equal_to=true': 'c',
    'has_audio__is_empty=1': '',
    'legal_hold__equal_to=true': 'c',
    'legal_hold__equal_to=false': 'ab',
    'legal_hold__not_equal_to=true': 'ab',
    'legal_hold__is_not_empty=1': 'abc',
    'original_name__equal_to=MÜLLER_01.wav': 'a',
    'original_name__includes=muller': '',
    'original_name__not_includes=ller': 'bc',
    'original_name__is_empty=1': 'bc',
    'original_name__ends_with=.wav': 'a',
    'has_audio__equal_to=yes': '400 {"has_audio__equal_to":"Use true or false"}',
  };
  expect(await every(wanted)).toEqual(wanted);
});
