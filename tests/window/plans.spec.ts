import { linkCalls, readyToEvaluate } from './evaluated-calls';
import { ask, expect, expectAccessible, look, setTheme, speak, test } from './launch';

const form = {
  name: 'Support',
  pass_threshold: 80,
  sections: [{ title: 'Opening', questions: [{ type: 'yes_no', max_points: 5, title: 'Greets the caller' }] }],
};

test('a plan is made, draws a week, and a drawn call is replaced and scored, by keyboard', async ({ earshot }) => {
  const { page, dataFolder } = earshot;
  const { keyboard } = page;
  await readyToEvaluate(earshot, form);
  await linkCalls(page, dataFolder);
  const plan = async () => (await ask(page, 'GET', '/api/v2/evaluation_plans.json')).evaluation_plans[0];

  await test.step('the empty list says what plans are for', async () => {
    await page.goto('app://earshot/evaluations');
    await page.getByRole('link', { name: 'Plans' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'No plans yet' })).toBeVisible();
    await expectAccessible(page);
    await look(page, 'plans-empty');
  });

  await test.step('a plan is filled in and refused at its field until it is sound', async () => {
    await page.getByRole('button', { name: 'New plan…' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Weekly, support');
    await page.getByRole('combobox', { name: 'Form' }).fill('Support');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Calls of each agent' }).fill('2');
    await page.getByRole('textbox', { name: 'Of these by risk' }).fill('1');
    for (const name of ['Marta', 'Ines']) {
      await page.getByRole('combobox', { name: 'Evaluators' }).fill(name);
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    }
    const save = page.getByRole('button', { name: 'Save plan' });
    await save.press('Enter');
    await expect(page.getByText('Enter at least one value from which a call is a risk')).toBeVisible();
    await page.getByRole('textbox', { name: 'Silence, in seconds' }).fill('1');
    await expectAccessible(page);
    await look(page, 'plan-new');
    await save.press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'Weekly, support' });
    await expect(row).toBeVisible();
    await expectAccessible(page);
    await look(page, 'plans-list');
  });

  const first = await plan();
  await ask(page, 'PUT', `/api/v2/evaluation_plans/${first.plan_id}.json`, {
    evaluation_plan: { starts_on: '2020-01-01', is_active: false },
  });

  await test.step('a week that has ended is drawn, after showing what would be drawn', async () => {
    await page.goto(`app://earshot/evaluations/plans/${first.plan_id}`);
    await page.getByRole('button', { name: 'Draw a period…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Draw a period' });
    const picker = dialog.getByRole('button', { name: 'Period' });
    await expect(dialog.getByRole('status')).not.toBeEmpty();
    // The sample calls are of the last weeks.
    for (let week = 0; week < 6 && !(await dialog.getByRole('table').isVisible()); week += 1) {
      const before = await picker.textContent();
      await picker.press('ArrowRight');
      await expect(picker).not.toHaveText(before ?? '');
      await expect(dialog.getByRole('status')).toContainText('would be drawn');
    }
    await expect(dialog.getByRole('rowheader', { name: 'Priya Raman' })).toBeVisible();
    await expectAccessible(page);
    await look(page, 'plan-draw-dialog');
    await setTheme(page, 'light');
    await dialog.getByRole('button', { name: 'Draw', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { name: /^Weekly, support, /, level: 1 })).toBeVisible();
    await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(3);
    await expectAccessible(page);
    await look(page, 'plan-draw');
  });

  await test.step('a drawn call is replaced with a reason', async () => {
    // The other part has no further call.
    const risky = page.getByRole('table').first().getByRole('row').filter({ hasText: 'Risk' });
    await risky.getByRole('button', { name: /^Replace…/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Replace this call' });
    const replace = dialog.getByRole('button', { name: 'Replace', exact: true });
    await expect(replace).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong number');
    await replace.press('Enter');
    await expect(page.getByText('In place of another: Wrong number')).toBeVisible();
    await page.getByRole('button', { name: 'Check this draw…' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Check this draw' })).toContainText('sha256sum');
    await look(page, 'plan-check');
    await setTheme(page, 'light');
    await keyboard.press('Escape');
  });

  await test.step('the queue leads from the draw to the stage', async () => {
    await page.getByRole('table').first().getByRole('link').first().press('Enter');
    await expect(page.getByRole('radio', { name: 'Yes' }).first()).toBeVisible();
    await page.goto('app://earshot/evaluations/plans');
    await expect(page.getByText(/^0 of 2 scored$/)).toBeVisible();
  });

  await test.step('the pages fit a small window, in German', async () => {
    await speak(page, 'de');
    await page.setViewportSize({ width: 960, height: 600 });
    await page.goto(`app://earshot/evaluations/plans/${first.plan_id}`);
    await expect(page.getByRole('button', { name: 'Zeitraum ziehen…' })).toBeVisible();
    await expectAccessible(page);
    await look(page, 'plan-small-german');
  });
});
