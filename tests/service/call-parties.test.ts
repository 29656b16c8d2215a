import { randomUUID } from 'node:crypto';
import type { Call } from '@shared/contract/calls';
import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import type { NewCall, NewParticipant } from '../../electron/service/resources/calls/calls';
import { startService } from '../support/start-service';

/** Somebody on a call of whom only this is known. */
const someone = (known: Partial<NewParticipant>): NewParticipant => ({
  join_time: null,
  leave_time: null,
  user_id: null,
  party_direction: 0,
  party_type: 0,
  party_number: null,
  party_name: null,
  party_caller_id: null,
  ...known,
});
const at = (call_id: string) => `/api/v2/calls/${call_id}.json`;
const rights: Permission[] = ['calls:view', 'calls:edit', 'users:view'];

/** A service with one call and somebody who may correct it. `put` sends what to correct. */
async function withCall(call: Partial<NewCall> = {}) {
  const started = await startService();
  const { given, admin } = started;
  const editor = await given.user({ permissions: rights });
  const [call_id = ''] = await given.calls(call);
  const put = async (call: object, by = editor) => {
    const { status, body } = await by.put(at(call_id), { call });
    return status === 200 ? (body.call as Call) : { status, details: body.details };
  };
  const found = async (query: Record<string, string>) => {
    const { body } = await admin.get(`/api/v2/calls.json?${new URLSearchParams(query)}`);
    return body.calls.map((one: Call) => one.call_id);
  };
  return { ...started, editor, call_id, put, found };
}

test('who called whom is corrected: in the call, in its participants, in searches, reports and the audit log', async () => {
  const { admin, call_id, put, found } = await withCall({
    from_number: '101',
    participants: [someone({ party_direction: 1, party_number: '101' })],
  });

  const call = await put({
    from_number: '+44 20 7946 0321',
    from_name: 'Tomás Núñez',
    to_number: '6004',
    to_name: '',
    protocol_call_direction: 2,
  });

  expect(call).toMatchObject({
    from_number: '+44 20 7946 0321',
    from_name: 'Tomás Núñez',
    to_number: '6004',
    to_name: null,
    protocol_call_direction: 2,
    participants: [{ party_number: '+44 20 7946 0321', party_name: 'Tomás Núñez' }],
  });
  expect([
    await found({ search_term: '02079460321' }),
    await found({ search_term: 'tomas' }),
    await found({ direction: '2' }),
    await found({ search_term: '101' }),
    await found({ advanced_search: '1', phone_number__starts_with: '+44' }),
  ]).toEqual([[call_id], [call_id], [call_id], [], [call_id]]);
  const [entry] = (await admin.get(`/api/v2/audit_log.json?resource_id=${call_id}&action=update`)).body.audit_log;
  expect(entry.details.changes).toMatchObject({
    from_number: ['101', '+44 20 7946 0321'],
    protocol_call_direction: [0, 2],
  });
});

test('a client finds the call by its corrected number', async () => {
  const { admin, call_id, put, found } = await withCall({ from_number: '101' });
  const client = { name: 'Hollis', contacts: [{ phone_number: '+442079460321' }] };
  const { url } = (await admin.post('/api/v2/clients.json', { client })).body;
  const client_id = url.slice('/api/v2/clients/'.length, -'.json'.length);

  await put({ from_number: '0044 20 7946 0321' });

  expect(await found({ client_id })).toEqual([call_id]);
});

test('a user becomes the agent: of the participant who is one, of the only one at the inside, or as another participant', async () => {
  const agent = someone({ party_type: 1, party_name: 'Jo' });
  const inside = someone({ party_direction: 1, party_number: '6004' });
  for (const participants of [[agent], [inside], []]) {
    const { given, call_id, put, found } = await withCall({ protocol_call_direction: 1, participants });
    const { user_id } = await given.user({});

    const call = (await put({ agent_user_id: user_id })) as Call;

    expect(call.participants).toHaveLength(1);
    expect(call.participants[0]).toMatchObject({ user_id, party_type: 1, party_name: call.agent_name });
    expect(await found({ user_id })).toEqual([call_id]);
    // The agent was somebody who is no user.
    const named = (await put({ agent_name: 'Sam Oyelaran' })) as Call;
    expect(named.participants[0]).toMatchObject({ user_id: null, party_name: 'Sam Oyelaran' });
    expect(await found({ user_id })).toEqual([]);
  }
});

test('a call that is sent back as it was read stays as it is, with the user who is its agent', async () => {
  const { given, admin, call_id, put } = await withCall({ from_number: '101', agent_name: 'Priya' });
  const { user_id } = await given.user({});
  await put({ agent_user_id: user_id });
  const read = async () => (await admin.get(at(call_id))).body.call as Call;
  const before = await read();

  await put(before);

  expect(await read()).toEqual(before);
});

test('what cannot be is refused at its field, and nothing is changed', async () => {
  const { given, admin, call_id, put } = await withCall({ from_number: '101' });
  const tenant_id = await given.tenant();
  const foreign = await given.user({ tenant_id });

  expect(await put({ from_number: '1\n2', protocol_call_direction: 3, to_name: 'x'.repeat(257) })).toMatchObject({
    status: 400,
    details: {
      from_number: 'Contains an invisible character',
      to_name: 'Use at most 256 characters',
      protocol_call_direction: 'Must be 0, 1 or 2',
    },
  });
  for (const agent_user_id of [randomUUID(), foreign.user_id]) {
    const refused = await put({ from_number: '102', agent_user_id });
    expect(refused).toMatchObject({ status: 400, details: { agent_user_id: expect.any(String) } });
  }
  const reader = await given.user({ permissions: ['calls:view'] });
  expect(await put({ from_number: '102' }, reader)).toMatchObject({ status: 403 });
  const unseeing = await given.user({ permissions: ['calls:view', 'calls:edit'] });
  expect(await put({ agent_user_id: unseeing.user_id }, unseeing)).toMatchObject({ status: 403 });
  expect((await admin.get(at(call_id))).body.call.from_number).toBe('101');
});

test('a correction that takes the call out of reach is answered with the call, and audited', async () => {
  const { given, admin, call_id, put } = await withCall({ setup_time: 0 });
  const own = await given.user({ permissions: rights, access_level: 'user' });
  await put({ agent_user_id: own.user_id });

  expect(await put({ agent_name: 'Somebody else' }, own)).toMatchObject({ agent_name: 'Somebody else' });

  expect((await own.get(at(call_id))).status).toBe(404);
  const [entry] = (await admin.get(`/api/v2/audit_log.json?resource_id=${call_id}&action=update`)).body.audit_log;
  expect(entry.details.changes).toMatchObject({ agent_name: [expect.any(String), 'Somebody else'] });
});
