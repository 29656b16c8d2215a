import { idIn } from '../support/id-in';
import { readyToEvaluate } from './evaluated-calls';
import { ask, expect, look, lookAround, person, setTheme, signedIn, speak, test } from './launch';

const form = {
  name: 'Service call',
  sections: [{ title: 'Opening', questions: [{ title: 'Greeting', type: 'numeric', max_points: 10 }] }],
};

test('calls whose agent is only a name are linked after an import and on the page of the user', async ({ earshot }) => {
  const { page } = earshot;
  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(earshot);
  const { user } = await ask(page, 'GET', '/api/v2/sessions.json');
  const { group_id, role_id } = user;
  const named = { name: 'Priya Raman', group_id, role_id };
  const user_id = idIn((await ask(page, 'POST', '/api/v2/users.json', { user: named })).url);
  await lookAround(page);
  const dialog = page.getByRole('dialog', { name: 'Link calls to Priya Raman?' });
  await expect(page.getByText('Priya Raman is a user')).toBeVisible();
  await look(page, 'import-agents');
  await setTheme(page, 'light');
  await page.getByRole('button', { name: 'Link 1 call…' }).click();
  await dialog.getByRole('button', { name: 'Link 1 call' }).click();
  await expect(page.getByText('1 call linked to Priya Raman')).toBeVisible();
  await expect(page.getByText('Priya Raman is a user')).toBeHidden();

  const setup_time = '2026-11-20T12:00:00Z';
  const call = { setup_time, agent_name: 'priya raman', from_name: 'Hollis' };
  const { url } = await ask(page, 'POST', '/api/v2/calls.json', { call });
  await ask(page, 'POST', '/api/v2/calls.json', { call: { ...call, agent_name: 'P. Raman' } });
  await ask(page, 'POST', '/api/v2/calls.json', { call: { ...call, from_name: 'Held' } });
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?search_term=Held');
  await ask(page, 'PUT', `/api/v2/calls/${calls[0].call_id}.json/legal_hold.json`, { call: { legal_hold: true } });

  await page.goto(`app://earshot/admin/users/${user_id}`);
  await expect(page.getByText('1 call has this name or number as its agent, but is not linked.')).toBeVisible();
  await page.getByRole('button', { name: 'Link 1 call…' }).click();
  await expect(dialog).toContainText('1 call will be linked');
  await expect(dialog).toContainText('Hollis');
  await expect(dialog).toContainText(
    'Held This call is under legal hold. It does not change until the hold is lifted.',
  );
  await look(page, 'link-calls');
  await setTheme(page, 'light');
  await dialog.getByRole('button', { name: 'Link 1 call' }).press('Enter');
  await expect(page.getByText('1 call linked to Priya Raman')).toBeVisible();
  await expect(page.getByText('No call has only this name or number as its agent.')).toBeVisible();
  expect((await ask(page, 'GET', `/api/v2/calls/${idIn(url)}.json`)).call.participants[0].user_id).toBe(user_id);

  await page.getByRole('button', { name: 'Link by another name…' }).click();
  await dialog.getByLabel('Name or number in the details').fill('P. Raman');
  await dialog.getByRole('button', { name: 'Link 1 call' }).click();
  await expect.poll(async () => (await ask(page, 'GET', `/api/v2/calls/count.json?user_id=${user_id}`)).count).toBe(3);
  await page.setViewportSize({ width: 960, height: 600 });
  await look(page, 'user-linked-small');
});

test('an agent is told of results and of the answer to a dispute; a lead reassigns evaluations', async ({
  earshot,
}) => {
  const { page } = earshot;
  const agent = await readyToEvaluate(earshot, form);
  const enterAs = async ({ login, password }: { login: string; password: string }, path: string) => {
    await ask(page, 'DELETE', '/api/v2/sessions.json').catch(() => undefined);
    await ask(page, 'POST', '/api/v2/sessions.json', { login, password });
    await page.goto(`app://earshot${path}`);
  };
  const { users } = await ask(page, 'GET', '/api/v2/users.json');
  const agent_user_id = users.find(({ name }: { name: string }) => name === agent.name).user_id;
  const [{ form_id }] = (await ask(page, 'GET', '/api/v2/evaluation_forms.json')).evaluation_forms;
  const { sections } = (await ask(page, 'GET', `/api/v2/evaluation_forms/${form_id}.json`)).evaluation_form;
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json');
  const [{ form_section_id, questions }] = sections;
  const answers = [{ form_question_id: questions[0].form_question_id, answer: 7 }];
  const scored = { status: 'completed', sections: [{ form_section_id, questions: answers }] };
  const evaluate = (n: number, more: object) =>
    ask(page, 'POST', '/api/v2/evaluation_reports.json', {
      evaluation_report: { form_id, call_id: calls[n].call_id, agent_user_id, ...more },
    });
  const results = [await evaluate(0, scored), await evaluate(1, scored)];
  await evaluate(2, {});
  const result = (n: number) => `/evaluations/${idIn(results[n]?.url)}`;

  await test.step('the agent sees how many results wait, and disputes one', async () => {
    await enterAs(agent, '/reports/today');
    await expect(page.getByRole('link', { name: /^Evaluations/ })).toContainText('2');
    await page.getByRole('link', { name: '2 results to acknowledge' }).click();
    const list = page.getByRole('grid', { name: 'Evaluations' });
    await expect(list.getByRole('row')).toHaveCount(3);
    await expect(list.getByText('To acknowledge')).toHaveCount(2);
    await page.goto(`app://earshot${result(0)}`);
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.goto(`app://earshot${result(1)}`);
    await page.getByRole('button', { name: 'Dispute…' }).click();
    await page.getByRole('textbox', { name: 'What do you disagree with?' }).fill('I did greet.');
    await page.getByRole('button', { name: 'Dispute the result' }).click();
    await expect(page.getByText('You have disputed this result.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Evaluations/ })).not.toContainText(/\d/);
  });

  await test.step('the evaluator answers without opening it again', async () => {
    await enterAs(person, result(1));
    await page.getByRole('button', { name: 'Answer without changes…' }).click();
    await page.getByRole('textbox', { name: 'Answer to the agent' }).fill('The greeting came after 0:20.');
    await look(page, 'dispute-answer');
    await setTheme(page, 'light');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(page.getByText('Answer to the dispute')).toBeVisible();
    await expect(page.getByRole('link', { name: /My queue/ })).toContainText('1');
  });

  await test.step('the open evaluation gets another evaluator and a day', async () => {
    await page.goto('app://earshot/evaluations');
    const list = page.getByRole('grid', { name: 'Evaluations' });
    await expect(list).toContainText('Acknowledged');
    await expect(list).toContainText('Dispute answered');
    await list
      .getByRole('row')
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Reassign…' }).click();
    await page.getByRole('combobox', { name: 'Evaluator' }).fill('Ines');
    await page.getByRole('option', { name: 'Ines Kaya' }).click();
    await page.getByRole('spinbutton').first().focus();
    await page.keyboard.type('05012199');
    await look(page, 'reassign');
    await setTheme(page, 'light');
    await page.getByRole('button', { name: 'Change 1 evaluation' }).click();
    await expect(page.getByText('1 evaluation changed')).toBeVisible();
    await expect(list.getByRole('row').nth(1)).toContainText('Ines Kaya');
    await look(page, 'evaluations-due');
    await page.setViewportSize({ width: 960, height: 600 });
    await look(page, 'evaluations-due-small');
    await speak(page, 'de');
    await page.reload();
    await expect(page.getByRole('radio', { name: /Zu bestätigen/ })).toBeAttached();
  });
});
