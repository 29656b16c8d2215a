import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formAndCall, forms, greeting, listening, made, remark, reports, sales, solved } from '../support/evaluation';
import { idIn } from '../support/id-in';
import { plainOption, usualQuestion } from '../support/questions';
import { startService } from '../support/start-service';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;
const without = (names: string[], value: Json): Json =>
  JSON.parse(JSON.stringify(value), (key, inner) => (names.includes(key) ? undefined : inner));
const ids = ['form_id', 'tenant_id', 'revision', 'form_section_id', 'form_question_id'];

test('a form has every property with its default, and the options of yes_no', async () => {
  const { admin } = await startService();

  const { evaluation_form } = (await admin.get(await made(admin, forms, { evaluation_form: sales }))).body;

  const usual = { ...usualQuestion, description: '', weight: 1, allow_na: false };
  const option = (label: string, points: number, fails_form = false) => ({ ...plainOption(label, points), fails_form });
  expect(evaluation_form.revision).toBe(1);
  expect(without(ids, evaluation_form)).toEqual({
    name: 'Sales',
    description: '',
    type: 'manual',
    is_active: true,
    pass_threshold: 80,
    sections: [
      {
        title: 'Opening',
        description: '',
        weight: 1,
        order: 1,
        pass_threshold: null,
        questions: [
          { ...usual, ...greeting, options: [option('Warm', 5), option('Neutral', 2.5), option('None', 0, true)] },
        ],
      },
      {
        title: 'Talk',
        description: '',
        weight: 2,
        order: 2,
        pass_threshold: 50,
        questions: [
          { ...usual, ...listening, options: [] },
          { ...usual, ...solved, options: [option('yes', 5), option('no', 0)] },
          { ...usual, ...remark, max_points: 0, options: [] },
        ],
      },
    ],
  });
});

test('sections are in ascending order, equal ones as they were sent', async () => {
  const { admin } = await startService();
  const part = (title: string, order?: number) => ({
    title,
    questions: [remark],
    ...(order !== undefined && { order }),
  });
  const sections = [part('d', 9), part('b'), part('c', 2), part('a', -1)];

  const url = await made(admin, forms, { evaluation_form: { name: 'A', sections } });

  const read = (await admin.get(url)).body.evaluation_form.sections;
  expect(read.map(({ title, order }: Json) => [title, order])).toEqual([
    ['a', -1],
    ['b', 2],
    ['c', 2],
    ['d', 9],
  ]);
});

const formWith = (question: object) => ({ name: 'A', sections: [{ title: 'a', questions: [remark, question] }] });
const at = (field: string) => `sections.0.questions.1${field}`;
const option = (label: string, points: unknown = 0) => ({ label, points });
const wrong: [string, object, string][] = [
  ['without a name', { ...sales, name: ' ' }, 'name'],
  ['without sections', { name: 'A', sections: [] }, 'sections'],
  [
    'with a line break in a label',
    {
      name: 'A',
      sections: [
        {
          title: 'a',
          questions: [
            {
              title: 'a',
              type: 'choice',
              max_points: 1,
              options: [
                { label: 'a', points: 1 },
                { label: 'b\nc', points: 0 },
              ],
            },
          ],
        },
      ],
    },
    'sections.0.questions.0.options.1.label',
  ],
  ['without the property sections', { name: 'A' }, 'sections'],
  [
    'with a section without questions',
    { name: 'A', sections: [{ title: 'a', questions: [] }] },
    'sections.0.questions',
  ],
  ['with a section without a title', { name: 'A', sections: [{ title: '', questions: [remark] }] }, 'sections.0.title'],
  [
    'with weight 0 of a section',
    { name: 'A', sections: [{ title: 'a', weight: 0, questions: [remark] }] },
    'sections.0.weight',
  ],
  ['with a threshold above 100', { ...sales, pass_threshold: 101 }, 'pass_threshold'],
  [
    'with a broken threshold of a section',
    { name: 'A', sections: [{ title: 'a', pass_threshold: 0.5, questions: [remark] }] },
    'sections.0.pass_threshold',
  ],
  ['of another type', { ...sales, type: 'guess' }, 'type'],
  ['with an unknown property', { ...sales, colour: 'red' }, 'colour'],
  ['with a question without a title', formWith({ ...remark, title: '' }), at('.title')],
  ['with a question of another type', formWith({ title: 'a', type: 'stars' }), at('.type')],
  ['with weight 0 of a question', formWith({ ...remark, weight: 0 }), at('.weight')],
  ['with weight 1001', formWith({ ...remark, weight: 1001 }), at('.weight')],
  ['with weight −1001', formWith({ ...remark, weight: -1001 }), at('.weight')],
  ['with weight 1.5', formWith({ ...remark, weight: 1.5 }), at('.weight')],
  ['with points of a text', formWith({ ...remark, max_points: 1 }), at('.max_points')],
  ['with options of a text', formWith({ ...remark, options: [option('a')] }), at('.options')],
  ['without points', formWith({ title: 'a', type: 'numeric' }), at('.max_points')],
  ['with 0 points', formWith({ ...listening, max_points: 0 }), at('.max_points')],
  ['with negative points', formWith({ ...listening, max_points: -1 }), at('.max_points')],
  ['with three decimals', formWith({ ...listening, max_points: 0.125 }), at('.max_points')],
  ['with options of a number', formWith({ ...listening, options: [option('a')] }), at('.options')],
  ['with a choice of nothing', formWith({ ...greeting, options: undefined }), at('.options')],
  ['with a choice of one', formWith({ ...greeting, options: [option('a')] }), at('.options')],
  ['with an empty label', formWith({ ...greeting, options: [option('a'), option(' ')] }), at('.options.1.label')],
  [
    'with a label twice',
    formWith({ ...greeting, options: [option('a'), option('b'), option('a')] }),
    at('.options.2.label'),
  ],
  [
    'with an option without points',
    formWith({ ...greeting, options: [{ label: 'a' }, option('b')] }),
    at('.options.0.points'),
  ],
  [
    'with an option above max_points',
    formWith({ ...greeting, options: [option('a', 5.01), option('b')] }),
    at('.options.0.points'),
  ],
  [
    'with an option below 0',
    formWith({ ...greeting, options: [option('a', -1), option('b')] }),
    at('.options.0.points'),
  ],
  [
    'with an option of three decimals',
    formWith({ ...greeting, options: [option('a', 0.001), option('b')] }),
    at('.options.0.points'),
  ],
  ['with other labels of yes_no', formWith({ ...solved, options: [option('yes'), option('maybe')] }), at('.options')],
  ['with one label of yes_no', formWith({ ...solved, options: [option('yes')] }), at('.options')],
];

test('a wrong form is refused at its field, new or changed', async () => {
  const { admin } = await startService();
  const url = await made(admin, forms, { evaluation_form: sales });
  const seen = [];
  for (const [about, evaluation_form] of wrong) {
    const created = await admin.post(forms, { evaluation_form });
    const changed = await admin.put(url, { evaluation_form: { sections: [], ...evaluation_form } });
    const fields = [created, changed].map(({ status, body }) => [status, body.error, ...Object.keys(body.details)]);
    seen.push([about, ...fields]);
  }
  const refused = (field: string) => [400, 'InvalidRecord', field];
  expect(seen).toEqual(wrong.map(([about, , field]) => [about, refused(field), refused(field)]));
});

test('options of yes_no have points of their own, in the order in which they were sent', async () => {
  const { admin } = await startService();
  const options = [
    { label: 'no', points: 3 },
    { label: 'yes', fails_form: true },
  ];

  const url = await made(admin, forms, { evaluation_form: formWith({ ...solved, options }) });

  expect((await admin.get(url)).body.evaluation_form.sections[0].questions[1].options).toEqual([
    plainOption('no', 3),
    { ...plainOption('yes', 5), fails_form: true },
  ]);
});

test('a change of content makes a revision; is_active alone, or the same content, does not', async () => {
  const { admin } = await startService();
  const url = await made(admin, forms, { evaluation_form: sales });
  const put = async (evaluation_form: object) => (await admin.put(url, { evaluation_form })).body.evaluation_form;
  const { sections } = (await admin.get(url)).body.evaluation_form;

  const revisions = [
    (await put({ is_active: false })).revision,
    (await put({})).revision,
    (await put({ ...sales, sections })).revision,
    (await put({ name: 'Support' })).revision,
    (await put({ description: 'For everyone' })).revision,
    (await put({ type: 'auto' })).revision,
    (await put({ pass_threshold: null })).revision,
    (await put({ sections: sections.slice(1) })).revision,
  ];

  expect(revisions).toEqual([1, 1, 1, 2, 3, 4, 5, 6]);
  const read = async (revision: string) => (await admin.get(`${url}?revision=${revision}`)).body.evaluation_form;
  expect([(await read('1')).name, (await read('1')).sections, (await read('2')).name]).toEqual([
    'Sales',
    sections,
    'Support',
  ]);
  expect([(await read('5')).pass_threshold, (await read('5')).is_active]).toEqual([null, false]);
  const statuses = [];
  for (const wrong of ['0', '7', 'x']) statuses.push((await admin.get(`${url}?revision=${wrong}`)).status);
  expect(statuses).toEqual([404, 404, 400]);
});

test('sections and questions that are sent with their ids keep them; others get new ones, and unknown ids are refused', async () => {
  const { admin } = await startService();
  const url = await made(admin, forms, { evaluation_form: sales });
  const { sections } = (await admin.get(url)).body.evaluation_form;
  const [opening, talk] = sections;
  const foreign = (await admin.get(await made(admin, forms, { evaluation_form: sales }))).body.evaluation_form
    .sections[0];

  const moved = { ...talk, questions: [...talk.questions, opening.questions[0], remark] };
  const changed = (await admin.put(url, { evaluation_form: { sections: [moved] } })).body.evaluation_form.sections;

  const kept = [...talk.questions, opening.questions[0]].map(({ form_question_id }: Json) => form_question_id);
  expect(changed[0].form_section_id).toBe(talk.form_section_id);
  expect(changed[0].questions.map(({ form_question_id }: Json) => form_question_id)).toEqual([
    ...kept,
    expect.any(String),
  ]);
  // A section that an earlier revision had can come back.
  expect((await admin.put(url, { evaluation_form: { sections: [opening] } })).status).toBe(200);
  const refused = async (wrong: Json[]) =>
    Object.keys((await admin.put(url, { evaluation_form: { sections: wrong } })).body.details);
  expect(await refused([opening, { ...talk, form_section_id: randomUUID() }])).toEqual(['sections.1.form_section_id']);
  expect(await refused([foreign])).toEqual(['sections.0.form_section_id', 'sections.0.questions.0.form_question_id']);
  expect(await refused([opening, { ...opening, questions: [remark] }])).toEqual(['sections.1.form_section_id']);
});

test('the list has forms by name without their sections, and finds part of a name', async () => {
  const { admin } = await startService();
  for (const name of ['Verkauf', 'ÄRGER', 'Sales']) await made(admin, forms, { evaluation_form: { ...sales, name } });

  const { body } = await admin.get(forms);
  const found = await admin.get(`${forms}?search_term=${encodeURIComponent('ärg')}`);

  expect(body.evaluation_forms.map(({ name }: Json) => name)).toEqual(['Sales', 'Verkauf', 'ÄRGER']);
  const [first] = body.evaluation_forms;
  expect(Object.keys(first).sort()).toEqual(
    ['description', 'form_id', 'is_active', 'name', 'pass_threshold', 'revision', 'tenant_id', 'type'].sort(),
  );
  expect([found.body.evaluation_forms[0].name, found.body.total]).toEqual(['ÄRGER', 1]);
  expect((await admin.get(`${forms}?tenant_id=x`)).body.details).toHaveProperty('tenant_id');
  expect((await admin.get(`${forms}?tenant_id=${first.tenant_id}&search_term=sal`)).body.total).toBe(1);
  expect((await admin.get(`${forms}?tenant_id=${randomUUID()}`)).body.total).toBe(0);
  await admin.put(`/api/v2/evaluation_forms/${first.form_id}.json`, { evaluation_form: { is_active: false } });
  const listed = async (filter: string) =>
    (await admin.get(`${forms}?${filter}`)).body.evaluation_forms?.map(({ name }: Json) => name);
  expect([await listed('is_active=true'), await listed('is_active=false')]).toEqual([['Verkauf', 'ÄRGER'], ['Sales']]);
  expect((await admin.get(`${forms}?is_active=perhaps`)).status).toBe(400);
});

test('a copy has its own ids and revision 1, and an exported form can be imported and exported again', async () => {
  const { admin } = await startService();
  const url = await made(admin, forms, {
    evaluation_form: { ...sales, description: 'For everyone', is_active: false },
  });
  await admin.put(url, { evaluation_form: { pass_threshold: 75 } });
  const form = (await admin.get(url)).body.evaluation_form;

  const copied = await made(admin, url.replace('.json', '/clone.json'), { evaluation_form: { name: 'Copy' } });
  const exported = await admin.get(url.replace('.json', '/export.json'));
  const imported = await made(admin, forms, exported.body);

  const copy = (await admin.get(copied)).body.evaluation_form;
  expect(copy.revision).toBe(1);
  expect(without(ids, { ...copy, name: 'Sales' })).toEqual(without(ids, form));
  const idsOf = (one: Json): string[] =>
    one.sections.flatMap(({ form_section_id, questions }: Json) => [
      form_section_id,
      ...questions.map(({ form_question_id }: Json) => form_question_id),
    ]);
  expect(idsOf(copy).filter((id) => idsOf(form).includes(id))).toEqual([]);
  expect(exported.headers.get('content-disposition')).toMatch(/^attachment; filename="Sales.json"/);
  expect(exported.body).toEqual({ evaluation_form: without(ids, form) });
  expect((await admin.get(imported.replace('.json', '/export.json'))).body).toEqual(exported.body);
});

test('a form with reports is not deleted, and a form that is not active accepts none', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, call_id } = await formAndCall(started);
  const agent = await given.user();
  const url = `/api/v2/evaluation_forms/${form_id}.json`;
  const report = { form_id, call_id, agent_user_id: agent.user_id };
  const made1 = await made(admin, reports, { evaluation_report: report });

  const kept = await admin.delete(url);
  await admin.put(url, { evaluation_form: { is_active: false } });
  const refused = await admin.post(reports, { evaluation_report: report });
  await admin.delete(made1);
  const gone = await admin.delete(url);

  expect([kept.status, kept.body.error]).toEqual([409, 'Conflict']);
  expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['form_id']]);
  expect([gone.status, (await admin.get(url)).status]).toEqual([200, 404]);
});

test('a change of an older version is refused, and each change is in the audit log', async () => {
  const { admin, given } = await startService();
  const url = await made(admin, forms, { evaluation_form: sales });
  const etag = (await admin.get(url)).headers.get('etag') ?? '';
  const put = (name: string) => admin.put(url, { evaluation_form: { name } }, { 'if-match': etag });

  const statuses = [(await put('One')).status, (await put('Two')).status];
  await admin.delete(url);

  expect(statuses).toEqual([200, 412]);
  const entries = given.audited('evaluation_form');
  expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  expect(entries[1]?.details.changes).toEqual({ name: ['Sales', 'One'], revision: [1, 2] });
});

test('forms of another tenant cannot be seen, and a role needs the right for each operation', async () => {
  const { admin, given } = await startService();
  const url = await made(admin, forms, { evaluation_form: sales });
  const stranger = await given.user({ tenant_id: await given.tenant(), permissions: ['evaluation_forms:view'] });
  const viewer = await given.user({ access_level: 'user', permissions: ['evaluation_forms:view'] });

  expect([(await stranger.get(url)).status, (await stranger.get(forms)).body.total]).toEqual([404, 0]);
  expect([(await viewer.get(url)).status, (await viewer.get(url.replace('.json', '/export.json'))).status]).toEqual([
    200, 200,
  ]);
  const clone = await viewer.post(url.replace('.json', '/clone.json'), { evaluation_form: { name: 'b' } });
  expect([clone.status, (await viewer.delete(url)).status]).toEqual([403, 403]);
  expect(idIn(url)).toMatch(/^[0-9a-f-]{36}$/);
});

test('a section does not take the id of a question, nor a question that of a section', async () => {
  const { admin } = await startService();
  const url = await made(admin, forms, { evaluation_form: sales });
  const { sections } = (await admin.get(url)).body.evaluation_form;
  const [{ form_section_id, questions }] = sections;
  const [{ form_question_id }] = questions;
  const put = async (section: object) => {
    const { status, body } = await admin.put(url, { evaluation_form: { sections: [section] } });
    return [status, Object.keys(body.details ?? {})];
  };

  expect(await put({ title: 'A', form_section_id: form_question_id, questions: [remark] })).toEqual([
    400,
    ['sections.0.form_section_id'],
  ]);
  expect(await put({ title: 'A', questions: [{ ...remark, form_question_id: form_section_id }] })).toEqual([
    400,
    ['sections.0.questions.0.form_question_id'],
  ]);
});

test('yes_no has its two options or none, and not one whose label names both', async () => {
  const { admin } = await startService();
  const post = async (options: object[]) => {
    const sections = [{ title: 'A', questions: [{ ...solved, options }] }];
    return (await admin.post(forms, { evaluation_form: { name: 'A', sections } })).status;
  };

  expect(await post([{ label: 'no,yes' }])).toBe(400);
  expect(await post([{ label: 'no' }, { label: 'yes' }])).toBe(201);
});

test('a form with very many options is exported, imported again and put back as it was read', async () => {
  const { admin } = await startService();
  const options = Array.from({ length: 20 }, (_, place) => ({ label: `Option ${place}`, points: 1 }));
  const questions = Array.from({ length: 500 }, (_, n) => ({ title: `${n}`, type: 'choice', max_points: 1, options }));
  const url = await made(admin, forms, { evaluation_form: { name: 'Long', sections: [{ title: 'A', questions }] } });

  const file = (await admin.get(url.replace('.json', '/export.json'))).body;
  const again = await admin.post(forms, file);
  const back = await admin.put(url, (await admin.get(url)).body);

  expect([again.status, back.status, back.body.evaluation_form.revision]).toEqual([201, 200, 1]);
});
