import type { Page } from '@playwright/test';
import { idIn } from '../support/id-in';
import { ask, expect, look, signedIn, test } from './launch';

const figures = (page: Page) => page.getByRole('region', { name: 'Figures' });
const named = (...names: string[]) => names.map((name) => ({ name, header: name }));

/** Completes evaluations of the newest calls, one in three of them with an answer that is N/A. */
async function evaluated(page: Page): Promise<void> {
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=24');
  const { user } = await ask(page, 'GET', '/api/v2/sessions.json');
  const options = [
    { label: 'Warm', points: 10 },
    { label: 'Cold', points: 2 },
  ];
  const questions = [
    { title: 'Greeting', type: 'choice', max_points: 10, options },
    { title: 'Solved', type: 'yes_no', max_points: 10, allow_na: true },
  ];
  const form = await ask(page, 'POST', '/api/v2/evaluation_forms.json', {
    evaluation_form: { name: 'Service', pass_threshold: 60, sections: [{ title: 'Opening', questions }] },
  });
  const form_id = idIn(form.url);
  const [section] = (await ask(page, 'GET', `/api/v2/evaluation_forms/${form_id}.json`)).evaluation_form.sections;
  const [greeting, solved] = section.questions.map(
    ({ form_question_id }: { form_question_id: string }) => form_question_id,
  );
  for (const [n, { call_id }] of calls.entries()) {
    const answers = [
      { form_question_id: greeting, answer: n % 2 === 0 ? 'Warm' : 'Cold' },
      { form_question_id: solved, ...(n % 3 === 0 ? { na: true } : { answer: 'yes' }) },
    ];
    await ask(page, 'POST', '/api/v2/evaluation_reports.json', {
      evaluation_report: {
        form_id,
        call_id,
        agent_user_id: user.user_id,
        status: 'completed',
        sections: [{ form_section_id: section.form_section_id, questions: answers }],
      },
    });
  }
}

test.use({ calls: 60 });

test('answers are counted by question, with how sure the figures are, and lead to their calls', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  await evaluated(page);
  const { url } = await ask(page, 'POST', '/api/v2/reports.json', {
    report: {
      name: 'Answers',
      column_settings: named('question', 'count_answers', 'points_percent', 'score_weighted'),
      summary_settings: named('score_average', 'score_weighted'),
      chart_settings: { chart_style: 'bar', dimensions: named('question'), metrics: named('points_percent') },
    },
  });
  await page.goto(`app://earshot/reports/${idIn(url)}`);

  await test.step('how sure is a setting', async () => {
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit report' }).press('Enter');
    const preview = page
      .getByRole('complementary', { name: 'Preview' })
      .getByRole('table', { name: 'Table', exact: true });
    await expect(preview.getByRole('rowheader', { name: 'Greeting' })).toBeVisible();
    await expect(preview.getByText('small sample')).toHaveCount(0);
    await page.getByText('Show how sure', { exact: true }).click();
    await expect(preview.getByRole('row', { name: 'Solved' })).toContainText('small sample');
    await page.getByRole('button', { name: 'Add a column' }).press('Enter');
    await page.getByRole('button', { name: /Columns 5/ }).press('Enter');
    await page.getByRole('option', { name: 'Answer', exact: true }).press('Enter');
    await expect(preview.getByRole('row', { name: 'Greeting' })).toHaveCount(2);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Show how sure', { exact: true }).click();
    await keyboard.press('Control+s');
    await expect(page.getByText('“Answers” was saved')).toBeVisible();
    await look(page, 'report-sure-settings');
  });

  await test.step('the figures have their intervals', async () => {
    await page.getByRole('link', { name: 'Answers' }).press('Enter');
    await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
    const table = figures(page).getByRole('table', { name: 'Answers', exact: true });
    const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await expect(row('Greeting')).toContainText('24');
    // 60 % on average, half of the answers with 100 and half with 20: 60 ± 2.069 · 40.86 / √24.
    await expect(row('Greeting')).toContainText('60%');
    await expect(row('Greeting')).toContainText('43 to 77');
    // All answers are the same: no interval, and few of them.
    await expect(row('Solved')).toContainText('100%small sample');
    await expect(figures(page).locator('[data-chart] svg')).toBeVisible();
    await look(page, 'report-sure');
  });

  await test.step('a figure opens the calls with such an answer', async () => {
    await figures(page).getByRole('link', { name: '16 Answers, Solved' }).click();
    await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
    await expect(page.getByText('16 calls', { exact: true })).toBeVisible();
  });

  await test.step('calls are found by the answer to a question', async () => {
    await page.goto('app://earshot/review');
    await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await keyboard.type('answer to');
    await keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Form' }).fill('Service');
    await keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Question' }).fill('Greeting');
    await keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Cold', { exact: true }).click();
    // The list still has the filter of the figure: half of the answers to the other question.
    await expect(page.getByText('8 calls match all filters')).toBeVisible();
    await keyboard.press('Escape');
    await look(page, 'filter-answer');
  });

  await test.step('the list of evaluations is sorted by its heads', async () => {
    await page.goto('app://earshot/evaluations');
    const grid = page.getByRole('grid', { name: 'Evaluations' });
    const scores = () => grid.getByRole('row').nth(1);
    const head = grid.getByRole('columnheader', { name: 'Score' });
    await head.getByRole('button').press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(scores()).toContainText('100');
    await head.getByRole('button').press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(scores()).toContainText('20');
    await head.getByRole('button').press('Enter');
    await expect(head).not.toHaveAttribute('aria-sort');
    await look(page, 'evaluations-sorted');
  });
});
