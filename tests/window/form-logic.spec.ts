import type { Page } from '@playwright/test';
import { idIn } from '../support/id-in';
import { readyToEvaluate } from './evaluated-calls';
import { ask, expect, look, signedIn, test } from './launch';

const outline = (page: Page) => page.getByRole('list', { name: 'Sections and questions' });
const row = (page: Page, name: string) => outline(page).getByRole('button', { name });
const live = (page: Page) => page.getByRole('complementary', { name: 'As the evaluator sees it' });

const yesNo = { type: 'yes_no', max_points: 5 };
const content = {
  name: 'Support',
  pass_threshold: 80,
  sections: [
    {
      title: 'Opening',
      questions: [
        { ...yesNo, title: 'Is the caller a customer?', key: 'customer' },
        {
          ...yesNo,
          title: 'Checks who is calling',
          show_if: { key: 'customer', any_of: ['yes'] },
          moment_required: true,
          options: [
            { label: 'yes', points: 5 },
            { label: 'no', points: 0, fails_section: true, comment_required: true },
          ],
        },
        {
          type: 'multi',
          title: 'What it is about',
          is_scored: false,
          options: [{ label: 'Bill' }, { label: 'Contract' }, { label: 'Fault' }],
        },
      ],
    },
    { title: 'Close', questions: [{ type: 'numeric', max_points: 5, comment_below: 3, title: 'Sums up' }] },
  ],
};

test('a condition is made, named, followed and guarded with the keyboard', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  const plain = { ...content, sections: content.sections.map((section) => ({ ...section })) };
  const { url } = await ask(page, 'POST', '/api/v2/evaluation_forms.json', { evaluation_form: plain });
  const form_id = idIn(url);
  await page.goto(`app://earshot/admin/evaluation-forms/${form_id}`);

  await test.step('a question is shown only under a condition', async () => {
    await row(page, 'Sums up').press('Enter');
    await outline(page).getByRole('switch', { name: 'Show only if…' }).press('Space');
    await outline(page)
      .getByRole('button', { name: /Show if/ })
      .press('Enter');
    await expect(page.getByRole('option', { name: '2.1' })).toBeHidden();
    await page.getByRole('option', { name: '1.1 Is the caller a customer?' }).press('Enter');
    await outline(page)
      .getByRole('group', { name: 'is', exact: true })
      .getByRole('button', { name: 'Yes' })
      .press('Space');
    await expect(live(page).getByRole('group', { name: 'Sums up' })).toBeHidden();
    await expect(live(page).getByRole('group', { name: 'Checks who is calling' })).toBeHidden();
    await live(page)
      .getByRole('group', { name: 'Is the caller a customer?' })
      .getByRole('radio', { name: 'Yes' })
      .press('Space');
    await expect(live(page).getByRole('group', { name: 'Sums up' })).toBeVisible();
    await look(page, 'form-condition');
  });

  await test.step('it cannot be moved above the question that it depends on', async () => {
    await row(page, 'Checks who is calling').focus();
    await keyboard.press('Alt+ArrowUp');
    await expect(page.getByText('before “Is the caller a customer?”')).toBeVisible();
    await expect(outline(page).getByRole('group', { name: 'Question 1.1' }).getByRole('textbox').first()).toHaveValue(
      'Is the caller a customer?',
    );
  });

  await test.step('answers say what they do', async () => {
    await row(page, 'What it is about').press('Enter');
    await expect(outline(page).getByRole('switch', { name: 'Without points' })).toBeChecked();
    await outline(page).getByRole('button', { name: 'Needs a comment' }).last().press('Enter');
    await expect(outline(page).getByRole('button', { name: 'Needs a comment' }).last()).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await look(page, 'form-answers');
  });

  await test.step('a faulty key is said at its field, and the rest is published and compared', async () => {
    await row(page, 'Is the caller a customer?').press('Enter');
    await page.getByRole('textbox', { name: 'Key' }).fill('Is customer');
    await keyboard.press('Control+s');
    await expect(page.getByText('Use 1 to 32 small letters, digits and underscores')).toBeVisible();
    await page.getByRole('textbox', { name: 'Key' }).fill('is_customer');
    await keyboard.press('Control+s');
    await expect(page.getByText('Version 2 of “Support” was published')).toBeVisible();
    const { evaluation_form } = await ask(page, 'GET', `/api/v2/evaluation_forms/${form_id}.json`);
    expect(evaluation_form.sections[1].questions[0].show_if).toEqual({ key: 'is_customer', any_of: ['yes'] });
    await page.getByRole('button', { name: 'Versions' }).press('Enter');
    const differences = page.getByRole('list', { name: 'Differences' });
    await expect(differences).toContainText('Show if Is the caller a customer? is yes');
    await look(page, 'form-condition-versions');
  });
});

test('questions appear while a call is scored, and it is finished once everything is there', async ({ earshot }) => {
  const { page } = earshot;
  const { keyboard } = page;
  await readyToEvaluate(earshot, content);
  const { users } = await ask(page, 'GET', '/api/v2/users.json');
  const { evaluation_forms } = await ask(page, 'GET', '/api/v2/evaluation_forms.json');
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=1');
  const { url } = await ask(page, 'POST', '/api/v2/evaluation_reports.json', {
    evaluation_report: {
      form_id: evaluation_forms[0].form_id,
      call_id: calls[0].call_id,
      agent_user_id: users[0].user_id,
    },
  });
  await page.goto(`app://earshot/evaluations/${idIn(url)}`);
  const asked = (name: string) => page.getByRole('group', { name, exact: true });
  const finish = page.getByRole('button', { name: /^Finish/ });

  await test.step('a condition shows and hides a question, and undo brings its answer back', async () => {
    await expect(asked('Is the caller a customer?')).toBeVisible();
    await expect(asked('Checks who is calling')).toBeHidden();
    await keyboard.press('1');
    await expect(asked('Checks who is calling')).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('2');
    await expect(asked('Checks who is calling').getByText('Needed for this answer')).toBeVisible();
    await asked('Checks who is calling').getByRole('textbox').fill('Never asked');
    await asked('Is the caller a customer?').getByRole('radio', { name: 'No' }).press('Space');
    await expect(asked('Checks who is calling')).toBeHidden();
    await keyboard.press('Control+z');
    await expect(asked('Checks who is calling').getByRole('radio', { name: 'No' })).toBeChecked();
    const read = async () => (await ask(page, 'GET', url)).evaluation_report.sections[0].questions[1];
    await expect.poll(read).toMatchObject({ answer: 'no', comment: 'Never asked', hidden: false });
  });

  await test.step('several choices are toggled', async () => {
    const topics = asked('What it is about');
    await topics.getByRole('button', { name: 'Bill' }).press('Space');
    await topics.getByRole('button', { name: 'Fault' }).press('Space');
    await topics.getByRole('button', { name: 'None of these' }).press('Space');
    await expect(topics.getByRole('button', { name: 'Bill' })).toHaveAttribute('aria-pressed', 'false');
    await topics.getByRole('button', { name: 'Contract' }).press('Space');
    await expect(topics.getByRole('button', { name: 'None of these' })).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('what is missing is named, and the press leads to it', async () => {
    await asked('Sums up').getByRole('radio', { name: '2' }).press('Space');
    await expect(page.getByText('1 comment left and 1 moment left')).toBeVisible();
    await look(page, 'form-logic-stage');
    await asked('Sums up').getByRole('textbox').fill('Left out the date');
    await expect(page.getByText('1 moment left')).toBeVisible();
    await asked('Checks who is calling').getByRole('radio', { name: 'No' }).focus();
    await keyboard.press('l');
    await expect(finish).not.toHaveAttribute('aria-disabled', 'true');
    await keyboard.press('Control+Enter');
    await expect.poll(async () => (await ask(page, 'GET', url)).evaluation_report.status).toBe('completed');
  });
  const { sections, score } = (await ask(page, 'GET', url)).evaluation_report;
  expect(sections[0]).toMatchObject({ answer_fail_section: true, section_points: 0, is_passed: false });
  expect([score, sections[0].questions[2].answer]).toEqual([13, ['Contract']]);
});
