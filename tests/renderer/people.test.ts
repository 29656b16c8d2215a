import { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { peopleOf } from '../../renderer/features/call/people-of';

const unknownParticipant = {
  join_time: null,
  leave_time: null,
  user_id: null,
  party_direction: 0,
  party_type: 0,
  party_number: null,
  party_name: null,
  party_caller_id: null,
};
const [outbound, inbound] = [1, 2];

/** The people derived from a call with these fields: names, number, roles, ids. */
const known = (fields: object, participants: object[] = []) => {
  const nothing = Object.fromEntries(Object.keys(Call.shape).map((name) => [name, null]));
  const all = participants.map((one, at) => ({ participant_id: `0${at + 1}`, ...unknownParticipant, ...one }));
  const call = { ...nothing, protocol_call_direction: inbound, ...fields, participants: all } as unknown as Call;
  return peopleOf(call).map(({ names, number, roles, ids }) => [names.join('/'), number, roles.join(), ids.join()]);
};

test('a call without names or numbers has no people', () => {
  expect(known({})).toEqual([]);
  expect(known({}, [{ party_direction: 1 }])).toEqual([]);
});

test('a party and the participant with its number, in any spelling, are one person', () => {
  const fields = { from_name: 'Maria Lopez', from_number: '+442079460321', from_id: 'm.lopez', to_number: '6001' };
  const participants = [
    { party_direction: 1, party_number: '+44 20 7946 0321', party_name: 'Maria Lopez' },
    { party_direction: 2, party_type: 1, party_number: '6001', party_name: 'Chris Lang' },
  ];
  expect(known(fields, participants)).toEqual([
    ['Maria Lopez', '+44 20 7946 0321', 'caller', 'm.lopez'],
    ['Chris Lang', '6001', 'called,agent', ''],
  ]);
});

test('the name of a telephone comes after the name of the person', () => {
  expect(
    known({ to_name: 'Desk 4', to_number: '6001' }, [
      { party_direction: 2, party_number: '6001', party_name: 'Chris Lang' },
    ]),
  ).toEqual([['Chris Lang/Desk 4', '6001', 'called', '']]);
});

test.each([
  ['inbound, the party that was called', { protocol_call_direction: inbound, to_number: '6001' }, 'called'],
  ['outbound, the party that called', { protocol_call_direction: outbound, from_number: '6001' }, 'caller'],
])('an agent without a number is, %s', (_, fields, role) => {
  expect(known({ ...fields, agent_name: 'Chris Lang', agent_id: 'a7' })).toEqual([
    ['Chris Lang', '6001', `${role},agent`, 'a7'],
  ]);
});

test("an agent whose name differs from the party's is a separate person", () => {
  expect(known({ to_name: 'Support line', to_number: '6001', agent_name: 'Chris Lang' })).toEqual([
    ['Support line', '6001', 'called', ''],
    ['Chris Lang', null, 'agent', ''],
  ]);
});

test('two numbers are two people, whatever their names', () => {
  expect(known({ from_name: 'Reception', from_number: '6001', to_name: 'Reception', to_number: '6002' })).toEqual([
    ['Reception', '6001', 'caller', ''],
    ['Reception', '6002', 'called', ''],
  ]);
});

test('a queue is listed beside the people, and redirections are roles of people', () => {
  const fields = {
    from_number: '+12025550119',
    to_number: '6001',
    redirected_from_number: '6002',
    orig_to_number: '6002',
    redirected_to_number: '6001',
    acd_name: 'Billing',
    acd_id: 'q1',
  };
  expect(known(fields)).toEqual([
    ['', '+12025550119', 'caller', ''],
    ['', '6001', 'called,redirectedTo', ''],
    ['', '6002', 'redirectedFrom,firstCalled', ''],
    ['Billing', null, 'queue', 'q1'],
  ]);
});

test('the times of one person are grouped', () => {
  const at = (minute: number) => `2026-11-20T14:0${minute}:00+00:00`;
  const [person] = peopleOf({
    ...({ participants: [] } as unknown as Call),
    participants: [
      { ...unknownParticipant, participant_id: '01', party_number: '6001', join_time: at(1), leave_time: at(2) },
      { ...unknownParticipant, participant_id: '02', party_number: '6001', join_time: at(4) },
    ],
  });
  expect(person?.times).toEqual([
    { join_time: at(1), leave_time: at(2) },
    { join_time: at(4), leave_time: null },
  ]);
});

test('a person whom two records put on the call at the same time is listed once', () => {
  const leg = { ...unknownParticipant, party_number: '6001', join_time: '2026-11-20T14:01:00+00:00' };
  const participants = ['01', '02'].map((participant_id) => ({ ...leg, participant_id }));
  const [person] = peopleOf({ ...({} as Call), participants });
  expect(person?.times).toEqual([{ join_time: '2026-11-20T14:01:00+00:00', leave_time: null }]);
});
