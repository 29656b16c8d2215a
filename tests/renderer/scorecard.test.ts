import type { FormQuestion } from '@shared/contract/evaluation-forms';
import { expect, test } from 'vitest';
import {
  answerOf,
  choicesOf,
  isFailing,
  missingOf,
  type ScoredForm,
  scoreAnswers,
  unanswered,
} from '../../renderer/features/scorecard';
import { plainOption, usualQuestion } from '../support/questions';

const yesNo = [plainOption('yes', 5), { ...plainOption('no', 0), fails_form: true }];
const question = (id: string, given: Partial<FormQuestion>): FormQuestion => ({
  ...usualQuestion,
  form_question_id: id,
  title: id,
  description: '',
  type: 'numeric',
  weight: 1,
  max_points: 5,
  allow_na: true,
  options: [],
  ...given,
});
const form: ScoredForm = {
  pass_threshold: 80,
  sections: [
    {
      form_section_id: 's',
      title: '',
      description: '',
      weight: 2,
      order: 1,
      pass_threshold: null,
      questions: [
        question('greets', { type: 'yes_no', options: yesNo }),
        question('listens', {}),
        question('remark', { type: 'text', max_points: 0 }),
      ],
    },
  ],
};
const given = (answer: string | number) => ({ ...unanswered, answer });

test('answers add up with their weights, and N/A, texts and open questions do not count', () => {
  const { sections, ...total } = scoreAnswers(form, { greets: given('yes'), listens: given(2), remark: given('Fine') });
  expect(total).toEqual({ hundredths: 1400, max_hundredths: 2000, score: 70, fails: false });
  expect(sections[0]?.questions).toEqual([500, 200, null]);

  const none = scoreAnswers(form, { listens: { ...unanswered, na: true } });
  expect([none.score, scoreAnswers(form, { greets: given('no') }).fails]).toEqual([null, true]);
});

test('short scales and labels are chosen from buttons, the rest is typed', () => {
  const choices = (given: Partial<FormQuestion>, answer: string | number | null = null) =>
    choicesOf(question('', given), answer);
  expect(choices({ max_points: 3 })).toEqual([0, 1, 2, 3]);
  expect(choices({ max_points: 3 }, 1.5)).toEqual([0, 1, 1.5, 2, 3]);
  expect(choices({ type: 'yes_no', options: yesNo })).toEqual(['yes', 'no']);
  const typed = [choices({ max_points: 11 }), choices({ max_points: 2.5 }), choices({ type: 'text' })];
  expect(typed).toEqual([undefined, undefined, undefined]);
});

test('a question is complete with an answer or N/A, and a text always is', () => {
  const [greets, listens, remark] = (form.sections[0]?.questions ?? []) as [FormQuestion, FormQuestion, FormQuestion];
  const answers = { greets: given('no'), listens: { ...unanswered, na: true } };
  const complete = [greets, listens, remark].map((one) => missingOf(one, answerOf(answers, one)));
  expect([...complete, missingOf(greets, unanswered)]).toEqual([null, null, null, 'answer']);
});

test('an answer fails the call if its option does, not because another one of the question would', () => {
  const critical = question('greets', { type: 'yes_no', options: yesNo });
  const failing = [given('no'), given('yes'), unanswered, { ...given('no'), na: true }].map((answer) =>
    isFailing(critical, answer),
  );
  expect(failing).toEqual([true, false, false, false]);
});
