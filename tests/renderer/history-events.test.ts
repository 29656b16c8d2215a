import { expect, test } from 'vitest';
import { agentCommentIn, eventOf, joinScoring } from '../../renderer/features/evaluations/history-events';

const entry = (changes: object, other: object = {}) =>
  ({ action: 'update', outcome: 'done', user_id: 'Ada', details: { changes }, ...other }) as Parameters<
    typeof eventOf
  >[0];
const answered = entry({ 'answers.q.answer': [null, 3], report_points: [0, 3] });

test.each([
  [entry({ status: [null, 'assigned'] }, { action: 'create' }), 'created'],
  [entry({ status: ['assigned', 'in_progress'], 'answers.q.answer': [null, 3] }), 'started'],
  [answered, 'scored'],
  [entry({ status: ['in_progress', 'completed'] }), 'completed'],
  [entry({ agent_review_status: ['pending', 'disputed'], agent_comment: ['', 'No'] }), 'disputed'],
  [entry({ status: ['completed', 'in_progress'] }), 'reopened'],
  [entry({ evaluation_deadline: [null, '2026-11-20T10:00:00Z'] }), null],
  [entry({ status: ['in_progress', 'completed'] }, { outcome: 'refused' }), null],
])('%# an entry of the audit log is the event %s', (one, event) => {
  expect(eventOf(one)).toBe(event);
});

test('what the agent wrote is read from the entry of the review', () => {
  const disputed = entry({ agent_review_status: ['pending', 'disputed'], agent_comment: ['', 'I did greet'] });
  expect(agentCommentIn(disputed)).toBe('I did greet');
  expect(agentCommentIn(entry({ agent_review_status: ['disputed', null], agent_comment: ['No', ''] }))).toBeNull();
  expect(agentCommentIn(answered)).toBeNull();
});

test("one person's answers in a row are one entry, the latest", () => {
  const [later, other] = [{ ...answered }, { ...answered, user_id: 'Bo' }];
  const finished = entry({ status: ['in_progress', 'completed'] });
  expect(joinScoring([finished, later, answered, other, answered])).toEqual([finished, later, other, answered]);
});
