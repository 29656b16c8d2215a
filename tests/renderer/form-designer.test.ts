import { evaluationFormApi } from '@shared/contract/evaluation-forms';
import { exampleForms } from '@shared/evaluation/example-forms';
import { checked } from '@shared/reasons/check';
import { expect, test } from 'vitest';
import { begin, changed, redone, undone } from '../../renderer/core/history';
import { differencesOf } from '../../renderer/features/evaluation-forms/compare';
import {
  asType,
  type Draft,
  type DraftQuestion,
  draftOf,
  nameFor,
  newDraft,
  scoredOf,
  sentOf,
  withIds,
  withOptions,
  withPoints,
  withScoring,
} from '../../renderer/features/evaluation-forms/designer/draft';
import {
  addQuestion,
  editOptions,
  editQuestion,
  keysInForm,
  misplaced,
  moveBy,
  moveQuestion,
  moveSection,
  remove,
} from '../../renderer/features/evaluation-forms/designer/edits';
import { checkedBy, faultsAt, firstFault, without } from '../../renderer/features/evaluation-forms/designer/faults';
import { sharesOf } from '../../renderer/features/evaluation-forms/designer/shares';
import { plainOption } from '../support/questions';

const question = (key: string): DraftQuestion => ({
  key,
  form_question_id: key,
  title: key,
  description: '',
  name: null,
  show_if: null,
  is_scored: true,
  moment_required: false,
  comment_below: null,
  type: 'numeric',
  weight: 1,
  max_points: 5,
  allow_na: false,
  options: [],
});
/** `form('a:1,2', 'b:3')` has the sections a and b. */
const form = (...sections: string[]): Draft => ({
  name: 'Form',
  description: '',
  pass_threshold: null,
  sections: sections.map((text) => {
    const [key = '', questions = ''] = text.split(':');
    return {
      key,
      form_section_id: key,
      title: key,
      description: '',
      weight: 1,
      pass_threshold: null,
      questions: questions.split(',').filter(Boolean).map(question),
    };
  }),
});
const order = ({ sections }: Draft) =>
  sections.map(({ key, questions }) => `${key}:${questions.map((one) => one.key).join()}`);

test('questions and sections are added, moved and removed', () => {
  const draft = form('a:1,2', 'b:3');
  const edited = {
    after: addQuestion('a', question('new'), '1')(draft),
    atEnd: addQuestion('a', question('new'))(draft),
    down: moveBy('1', 1)(draft),
    onwards: moveBy('2', 1)(draft),
    back: moveBy('3', -1)(draft),
    first: moveBy('1', -1)(draft),
    section: moveBy('b', -1)(draft),
    dragged: moveQuestion('1', 1, 1)(draft),
    draggedSection: moveSection('a', 1)(draft),
    removed: remove('2')(draft),
    removedSection: remove('a')(draft),
  };
  expect(Object.fromEntries(Object.entries(edited).map(([name, one]) => [name, order(one)]))).toEqual({
    after: ['a:1,new,2', 'b:3'],
    atEnd: ['a:1,2,new', 'b:3'],
    down: ['a:2,1', 'b:3'],
    onwards: ['a:1', 'b:2,3'],
    back: ['a:1,2,3', 'b:'],
    first: ['a:1,2', 'b:3'],
    section: ['b:3', 'a:1,2'],
    dragged: ['a:2', 'b:3,1'],
    draggedSection: ['b:3', 'a:1,2'],
    removed: ['a:1', 'b:3'],
    removedSection: ['b:3'],
  });
  expect(keysInForm(draft)).toEqual(['a', '1', '2', 'b', '3']);
});

test('a change leaves all other sections and questions the same objects', () => {
  const draft = form('a:1,2', 'b:3');
  const now = editQuestion('1', (one) => ({ ...one, title: 'Other' }))(draft);
  expect(now.sections[1]).toBe(draft.sections[1]);
  expect(now.sections[0]?.questions[1]).toBe(draft.sections[0]?.questions[1]);
  const [before, after] = [scoredOf(draft), scoredOf(now)];
  expect(after.sections[0]?.questions[1]).toBe(before.sections[0]?.questions[1]);
  expect(after.sections[0]?.questions[0]?.title).toBe('Other');
});

test('changes are undone and repeated one by one, and typing in one field is one of them', () => {
  let history = begin('');
  for (const text of ['a', 'ab', 'abc']) history = changed(history, text, 'title');
  history = changed(history, 'moved');
  history = changed(history, 'moved x', 'title');
  const steps = [history];
  for (let step = 0; step < 4; step++) steps.push(undone(steps.at(-1) ?? history));
  expect(steps.map(({ now }) => now)).toEqual(['moved x', 'moved', 'abc', '', '']);
  const again = redone(redone(steps[3] ?? history));
  expect([again.now, again.future]).toEqual(['moved', ['moved x']]);
  expect(changed(again, 'else').future).toEqual([]);
  expect(changed(history, 'moved x')).toBe(history);
});

test('after a pause, typing in the same field is another step', () => {
  let history = begin('');
  for (const [at, text] of ['a', 'ab', 'ab c'].entries())
    history = changed(history, text, 'title', at === 2 ? 3000 : at);

  const back = undone(history);

  expect([back.now, undone(back).now]).toEqual(['ab', '']);
});

test('a question of another type starts with its own answers, and the points follow the best one', () => {
  const choice = asType(question('1'), 'choice');
  expect(choice.options.map(({ points }) => points)).toEqual([5, 0]);
  const better = withOptions(choice, [plainOption('Best', 8), ...choice.options]);
  expect(better.max_points).toBe(8);
  const yesNo = withPoints(asType(choice, 'yes_no'), 3);
  expect(yesNo.options).toMatchObject([
    { label: 'yes', points: 3 },
    { label: 'no', points: 0 },
  ]);
  expect(asType(yesNo, 'text')).toMatchObject({ max_points: 0, options: [] });
});

test('the rules of the contract name the part of the form that they refuse', () => {
  const { sections } = form('a:1', 'b:3');
  const draft = editQuestion('3', (one) => ({ ...one, title: '', max_points: null }))({
    ...newDraft(),
    name: ' ',
    pass_threshold: 101,
    // Without ids, as a new form.
    sections: sections.map(({ form_section_id: _, ...section }) => ({
      ...section,
      questions: section.questions.map(({ form_question_id: _, ...one }) => one),
    })),
  });
  const faults = faultsAt(checkedBy(evaluationFormApi.create, sentOf(draft)), draft);
  expect(Object.fromEntries(Object.entries(faults).map(([key, fields]) => [key, Object.keys(fields).sort()]))).toEqual({
    form: ['name', 'pass_threshold'],
    '3': ['max_points', 'title'],
  });
  expect(firstFault(faults, draft)).toBe('form');
  const left = without(without(faults, 'form', 'name'), 'form', 'pass_threshold');
  expect([Object.keys(left), firstFault(left, draft)]).toEqual([['3'], '3']);
});

test('the share of a section is what it adds to the best result', () => {
  const draft = form('a:1,2', 'b:3');
  const heavy = { ...draft, sections: draft.sections.map((one, at) => ({ ...one, weight: at === 1 ? 2 : 1 })) };
  const { points, sections } = sharesOf(scoredOf(heavy));
  // As in a result: 10 points, and 5 that count twice.
  expect([points, sections]).toEqual([
    20,
    [
      { points: 10, percent: 50 },
      { points: 5, percent: 50 },
    ],
  ]);
  const empty = { ...draft, sections: draft.sections.map((one) => ({ ...one, weight: null })) };
  expect(sharesOf(scoredOf(empty)).sections.map(({ percent }) => percent)).toEqual([0, 0]);
});

test('two versions are compared by their ids', () => {
  const before = form('a:1,2,4', 'b:3');
  const heavier = editQuestion('1', (one) => ({ ...one, weight: 3 }))(before);
  const after = addQuestion('b', { ...question('new'), form_question_id: 'new' })(
    remove('4')(moveQuestion('2', 1, 0)(heavier)),
  );
  const found = differencesOf(sentOf(before), { ...sentOf(after), name: 'Other' });
  expect(found.map(({ of, kind, number, name }) => `${of} ${kind} ${number} ${name}`)).toEqual([
    'form changed  Other',
    'question changed 1.1 1',
    'question moved 2.1 2',
    'question added 2.3 new',
    'question removed 1.3 4',
  ]);
  expect(found[1]?.fields).toEqual([{ field: 'weight', before: 1, after: 3 }]);
  expect(differencesOf(sentOf(before), sentOf(before))).toEqual([]);
});

test('every example is a form that can be added', () => {
  for (const example of [...exampleForms.en, ...exampleForms.de]) {
    const content = sentOf(draftOf(example));
    expect(checkedBy(evaluationFormApi.create, content)).toEqual({});
    expect(checked(evaluationFormApi.create.body, { evaluation_form: example })).toHaveProperty('data');
  }
});

test('parts that were new when the form was stored get their ids, also in edits that were made meanwhile', () => {
  const fresh = (key: string): DraftQuestion => {
    const { form_question_id: _, ...rest } = question(key);
    return rest;
  };
  const having = (...questions: DraftQuestion[]): Draft => {
    const { sections, ...rest } = form('a:1');
    return { ...rest, sections: sections.map((one) => ({ ...one, questions })) };
  };
  const sent = having(question('1'), fresh('2'));
  const stored = sentOf(having(question('1'), question('b')));
  const edited = having(fresh('3'), { ...fresh('2'), title: 'Changed' }, question('1'));

  const ids = withIds(edited, sent, stored).sections[0]?.questions.map(({ title, form_question_id }) => [
    title,
    form_question_id,
  ]);

  expect(ids).toEqual([
    ['3', undefined],
    ['Changed', 'b'],
    ['1', '1'],
  ]);
});

/** `form('a:1,2')` whose question 2 is shown only if question 1, a choice, has the answer “Yes”. */
const conditional = (): Draft => {
  const choice = withOptions({ ...asType(question('1'), 'choice'), name: 'first' }, [
    plainOption('Yes', 5),
    plainOption('No', 0),
  ]);
  const shown = { ...question('2'), show_if: { source: '1', any_of: ['Yes'] } };
  const draft = form('a:1,2,3');
  return editQuestion('2', () => shown)(editQuestion('1', () => choice)(draft));
};

test('a condition is sent with the key of its question, and read back', () => {
  const sent = sentOf(conditional());

  expect(sent.sections[0]?.questions.map(({ key, show_if }) => [key, show_if])).toEqual([
    ['first', null],
    [null, { key: 'first', any_of: ['Yes'] }],
    [null, null],
  ]);
  expect(draftOf(sent)).toEqual(conditional());
  const scored = scoredOf(conditional()).sections[0]?.questions[1];
  expect(scored?.show_if).toEqual({ key: '1', any_of: ['Yes'] });
});

test('a condition follows an answer that is renamed, and is gone with its question', () => {
  const renamed = editOptions('1', [plainOption('Sure', 5), plainOption('No', 0)])(conditional());
  expect(renamed.sections[0]?.questions[1]?.show_if).toEqual({ source: '1', any_of: ['Sure'] });
  const moved = editOptions('1', [plainOption('No', 0), plainOption('Yes', 5)])(conditional());
  expect(moved.sections[0]?.questions[1]?.show_if).toEqual(conditional().sections[0]?.questions[1]?.show_if);
  const fewer = editOptions('1', [plainOption('No', 0)])(conditional());
  expect(fewer.sections[0]?.questions[1]?.show_if).toEqual({ source: '1', any_of: [] });
  expect(remove('1')(conditional()).sections[0]?.questions[0]?.show_if).toBeNull();
});

test('a question cannot come before the one that its condition is on', () => {
  expect(misplaced(conditional())).toBeUndefined();
  const moved = moveBy('2', -1)(conditional());
  expect([misplaced(moved)?.question.key, misplaced(moved)?.source.key]).toEqual(['2', '1']);
  expect(misplaced(moveBy('3', -1)(conditional()))).toBeUndefined();
});

test('a key is made from the title, and differs from the others', () => {
  const draft = editQuestion('3', (one) => ({ ...one, title: 'Über uns: 24 h?' }))(conditional());
  const third = draft.sections[0]?.questions[2] as DraftQuestion;
  const name = nameFor(third, draft);
  expect(name).toMatch(/^[a-z0-9_]{1,32}$/);
  const taken = editQuestion('2', (one) => ({ ...one, name }))(draft);
  expect(nameFor(third, taken)).toBe(`${name}_2`);
  expect(nameFor({ ...third, title: '???' }, draft)).toBe('question');
});

test('a choice keeps its answers when several can be chosen, and gives no points when it is not scored', () => {
  const choice = withOptions(asType(question('1'), 'choice'), [plainOption('A', 3), plainOption('B', 2)]);
  const several = asType({ ...choice, max_points: 3 }, 'multi');
  expect([several.options, several.max_points]).toEqual([choice.options, 5]);
  const unscored = withScoring(several, false);
  expect([unscored.max_points, unscored.options.map(({ points }) => points)]).toEqual([0, [0, 0]]);
  expect(checkedBy(evaluationFormApi.create, sentOf({ ...form(), name: 'F', sections: [] }))).not.toEqual({});
  expect(withScoring(unscored, true).options.map(({ points }) => points)).toEqual([5, 0]);
});
