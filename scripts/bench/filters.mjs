import { ask, interleave } from './measure.mjs';

const rounds = 21;
const slowest = 3;
const month = { daterange: '2026/09/01-2026/09/30' };

const day = ({ call }) => call.setup_time.slice(0, 10);

/** An advanced filter for each name: a typical operator, and a value of the sample. */
export const filters = {
  date: ['equal_to', day],
  datetime: ['lower_or_equal', ({ call }) => call.setup_time],
  hour: ['equal_to', () => '10'],
  weekday: ['equal_to', () => '1'],
  timezone: ['equal_to', () => 'Europe/Berlin'],
  duration: ['greater_than', () => '15:00'],
  direction: ['equal_to', () => '1'],
  call_state: ['equal_to', ({ call }) => call.call_state],
  record_state: ['equal_to', ({ call }) => call.record_state],
  voip_protocol: ['equal_to', ({ call }) => call.voip_protocol],
  on_demand_state: ['equal_to', () => '1'],
  confidential: ['equal_to', () => 'true'],
  has_audio: ['equal_to', () => 'false'],
  legal_hold: ['equal_to', () => 'true'],
  original_name: ['includes', () => 'wav'],
  call_id: ['equal_to', ({ call }) => call.call_id],
  pbx_call_id: ['equal_to', ({ call }) => call.protocol_call_id],
  pbx_tracking_id: ['equal_to', ({ call }) => call.protocol_tracking_id],
  phone_number: ['equal_to', ({ customer }) => customer.party_number],
  phone_number_from: ['starts_with', ({ call }) => call.from_number],
  phone_number_to: ['ends_with', ({ call }) => call.to_number],
  phone_name: ['includes', ({ customer }) => customer.party_name],
  phone_name_from: ['includes', ({ call }) => call.from_name],
  phone_name_to: ['includes', ({ call }) => call.to_name],
  phone_id: ['equal_to', ({ call }) => call.from_id ?? call.to_id],
  phone_id_from: ['starts_with', () => 'sip:'],
  phone_id_to: ['is_not_empty', () => '1'],
  agent_id: ['equal_to', ({ call }) => call.agent_id],
  agent_name: ['includes', ({ call }) => call.agent_name],
  acd_number: ['equal_to', ({ call }) => call.acd_number],
  acd_name: ['equal_to', ({ call }) => call.acd_name],
  user_id: ['equal_to', ({ agent }) => agent.user_id],
  user_name: ['includes', ({ agent }) => agent.party_name],
  group_id: ['equal_to', ({ group }) => group.group_id],
  client_id: ['equal_to', ({ client }) => client.client_id],
  tenant_id: ['equal_to', ({ call }) => call.tenant_id],
  category_id: ['equal_to', ({ category }) => category.category_id],
  notes: ['includes', ({ note }) => note.text],
  notes_count: ['greater_than', () => '0'],
  evaluation_form_id: ['is_empty', () => '1'],
  evaluation_section_id: ['is_empty', () => '1'],
  evaluator_id: ['is_empty', () => '1'],
  score: ['is_empty', () => '1'],
  is_passed: ['is_empty', () => '1'],
  agent_review_status: ['is_empty', () => '1'],
  evaluation_status: ['is_empty', () => '1'],
  evaluation_question_id: ['is_empty', () => '1'],
  import_id: ['is_empty', () => '1'],
  talk_share_agent: ['greater_than', () => '40'],
  talk_share_customer: ['greater_than', () => '40'],
  silence_share: ['greater_than', () => '20'],
  overlap_share: ['greater_than', () => '1'],
  longest_silence: ['greater_than', () => '10'],
  longest_monologue: ['greater_than', () => '10'],
  interruptions: ['greater_than', () => '0'],
};
const inMonth = ['duration', 'phone_number', 'agent_id', 'pbx_call_id', 'user_id', 'client_id', 'category_id', 'notes'];

/**
 * Measures the first page of each advanced filter, and of eight in a month, each against the first page of all calls in
 * the same run. Values come from calls in the middle. Adds the query plans of the slowest.
 */
export async function measureFilters(service, headers) {
  const read = async (path) => (await ask(`${service.url}/api/v2/${path}`, { headers, text: true })).body;
  const first = async (path, name) => (await read(path))[name][0];
  const around = {
    group: await first('groups.json?limit=1', 'groups'),
    client: await first('clients.json?limit=1', 'clients'),
    category: await first('categories.json?limit=1', 'categories'),
  };
  const sampleOf = async (given) => {
    const { count } = await read(`calls/count.json?${new URLSearchParams(given)}`);
    const at = (query) => first(`calls.json?${new URLSearchParams({ limit: 1, ...given, ...query })}`, 'calls');
    const call = await at({ start: Math.floor(count / 2) });
    const noted = await at({
      start: 0,
      advanced_search: 1,
      notes__is_not_empty: 1,
      datetime__lower_or_equal: call.setup_time,
    });
    const note = await first(`calls/${noted.call_id}.json/notes.json?limit=1`, 'notes');
    const agent = call.participants.find(({ user_id }) => user_id !== null);
    const customer = call.participants.find(({ user_id }) => user_id === null);
    return { ...around, call, agent, customer, note };
  };
  const [sample, sampleInMonth] = [await sampleOf({}), await sampleOf(month)];
  const fields = sample.call.custom_fields.map(({ field_id, name, value }) => ({
    name: `custom field ${name}`,
    query: { [`custom_field_${field_id}__equal_to`]: value },
  }));
  const queryOf = (name, values) => ({ [`${name}__${filters[name][0]}`]: filters[name][1](values) });
  const searches = [
    ...Object.keys(filters).map((name) => ({ name, query: queryOf(name, sample) })),
    ...fields,
    ...inMonth.map((name) => ({ name: `${name}, in a month`, query: { ...queryOf(name, sampleInMonth), ...month } })),
  ].map(({ name, query }) => ({ name, query: String(new URLSearchParams({ advanced_search: '1', ...query })) }));
  const page = (query) => () => ask(`${service.url}/api/v2/calls.json?${query}`, { headers });
  const results = await interleave(
    searches.map(({ name, query }) => ({ name, ours: page(query), baseline: page('limit=20') })),
    rounds,
  );
  const measured = results.map((result, place) => ({ ...result, query: searches[place].query }));
  const last = [...measured].sort((one, other) => other.ratio - one.ratio).slice(0, slowest);
  const plans = [];
  for (const { name, query } of last) plans.push({ name, query, plan: await service.tell('explain', query) });
  return { results: measured, plans };
}
