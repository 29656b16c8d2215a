import { expect, test } from 'vitest';
import { ApiRefusal } from '../../renderer/api/refusal';
import { assignmentsOf, toAssign, withoutAgent } from '../../renderer/features/assignments/assigned-calls';

const calls = [
  { call_id: 'a', agent_user_id: 'Ada' },
  { call_id: 'b', agent_user_id: null },
  { call_id: 'c', agent_user_id: 'Bo' },
];

test('the agent of a call is the user who was its agent, otherwise another user on it, as the service decides', () => {
  const party = (party_type: number, user_id: string | null) => ({ party_type, user_id });
  const on = (...participants: object[]) => toAssign({ call_id: 'a', participants } as never).agent_user_id;
  expect(on(party(2, 'Bo'), party(1, 'Ada'))).toBe('Ada');
  expect(on(party(1, null), party(2, 'Bo'))).toBe('Bo');
  expect(on(party(1, null))).toBeNull();
});

test('each call keeps its own agent, and those without one are left out', () => {
  expect(withoutAgent(calls)).toEqual(['b']);
  expect(assignmentsOf(calls, ['b'], null)).toEqual([calls[0], calls[2]]);
});

test('a person who is named for the calls without an agent is the agent of these only', () => {
  expect(assignmentsOf(calls, ['b'], 'Cy')).toEqual([calls[0], { call_id: 'b', agent_user_id: 'Cy' }, calls[2]]);
});

test('calls whose agents are not known here are sent without one, and the refusal names those that have none', () => {
  const chosen = [{ call_id: 'a' }, { call_id: 'b' }, { call_id: 'c' }];
  expect(assignmentsOf(chosen, [], null)).toEqual(chosen);
  const unseen = { reason: 'user_unseen', explanation: '' };
  const refusal = new ApiRefusal(400, {
    error: 'InvalidRecord',
    details: { 'assignment.calls.1.agent_user_id': unseen, 'assignment.calls.2.call_id': unseen },
  } as never);
  expect(withoutAgent(chosen, refusal)).toEqual(['b']);
  expect(assignmentsOf(chosen, ['b'], 'Cy')[1]).toEqual({ call_id: 'b', agent_user_id: 'Cy' });
});
