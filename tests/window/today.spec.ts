import type { Page } from '@playwright/test';
import { idIn } from '../support/id-in';
import { evaluateCalls } from './evaluated-calls';
import { ask, expect, look, signedIn, signIn, speak, test } from './launch';
import { anotherPerson } from './people';

const figures = (page: Page) => page.getByRole('region', { name: 'Today’s figures' });

test.use({ calls: 40 });

/** Imports the sample calls, and returns the id of one that can be heard. */
async function audible(page: Page): Promise<string> {
  const source = await page.evaluate(async () => {
    const { earshot } = window as unknown as { earshot: { samples(): Promise<{ handle: string }> } };
    return (await earshot.samples()).handle;
  });
  await ask(page, 'POST', '/api/v2/imports.json', { import: { source, create_missing: true } });
  const status = async () => (await ask(page, 'GET', '/api/v2/imports.json')).imports[0]?.status;
  await expect.poll(status).toBe('done');
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=100');
  return calls.find(({ files }: { files: unknown[] }) => files.length > 0).call_id;
}

/** Marks a field, and gives calls, one of them of today, a value of it and a category. */
async function prepare(page: Page): Promise<void> {
  const call = { setup_time: new Date().toISOString(), from_name: 'Pennine Cycles' };
  await ask(page, 'POST', '/api/v2/calls.json', { call });
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=3');
  const call_ids = calls.map(({ call_id }: { call_id: string }) => call_id);
  // The generated calls have such a category.
  const { categories } = await ask(page, 'GET', '/api/v2/categories.json?search_term=Good%20example');
  const category_id =
    categories[0]?.category_id ??
    idIn((await ask(page, 'POST', '/api/v2/categories.json', { category: { name: 'Good example' } })).url);
  const field_id = idIn(
    (
      await ask(page, 'POST', '/api/v2/custom_fields.json', {
        custom_field: {
          name: 'Subject of the day',
          type: 'option',
          dashboard: true,
          search_options: ['advanced'],
          fieldset_dropdown_value_settings: { options: [{ value: 'Billing' }, { value: 'Refund' }] },
        },
      })
    ).url,
  );
  const heard = await audible(page);
  for (const call_id of [heard, ...call_ids]) {
    await ask(page, 'PUT', `/api/v2/calls/${call_id}.json`, {
      call: { categories: [{ category_id }], custom_fields: [{ field_id, value: 'Billing' }] },
    });
  }
}

/** Assigns the oldest call about the signed-in user to an evaluator. */
async function assign(page: Page, name: string): Promise<void> {
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=1&sort_order=asc');
  const { user } = await ask(page, 'GET', '/api/v2/sessions.json');
  const { users } = await ask(page, 'GET', '/api/v2/users.json?limit=1000');
  const { evaluation_forms } = await ask(page, 'GET', '/api/v2/evaluation_forms.json');
  await ask(page, 'POST', '/api/v2/evaluation_reports.json', {
    evaluation_report: {
      form_id: evaluation_forms[0].form_id,
      call_id: calls[0].call_id,
      agent_user_id: user.user_id,
      evaluator_user_id: users.find((one: { name: string }) => one.name === name).user_id,
    },
  });
}

test('the first page after sign-in shows the day, and each figure leads to what it counts', async ({
  earshot,
  restart,
}) => {
  await signedIn(earshot);
  await prepare(earshot.page);
  await evaluateCalls(earshot.page);
  const admin = await anotherPerson(earshot.dataFolder);
  await assign(earshot.page, admin.name);
  const { page } = await restart();
  await signIn(page, admin);

  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page).toHaveURL(/reports\/today$/);
  await expect(figures(page).getByText('Calls today')).toBeVisible();
  await expect(page.getByRole('button', { name: /^As of/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Subject of the day' })).toBeVisible();
  await test.step('only good examples that can be heard are offered', async () => {
    const play = page.getByRole('button', { name: /^Play/ });
    await expect(play).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Latest to hear' }).locator('svg rect').first()).toBeAttached();
  });
  const weeks = page.getByRole('table', { name: 'Average score and pass rate, eight weeks', exact: true });
  await expect(weeks.getByRole('rowheader')).toHaveCount(2);
  await expect(page.locator('[data-chart] svg')).toBeVisible();
  await look(page, 'today');

  await test.step('the number of calls today is that of the list', async () => {
    const link = figures(page).getByRole('link', { name: /^\d+ Calls today$/ });
    // Again if midnight was between the two counts.
    await expect(async () => {
      await page.reload();
      const shown = Number(await link.textContent());
      expect((await ask(page, 'GET', '/api/v2/calls/count.json?daterange=today')).count).toBe(shown);
    }).toPass();
    await link.press('Enter');
    await expect(page).toHaveURL(/review\?period=today$/);
  });

  await test.step('what waits is named by its call, and opens', async () => {
    await page.goto('app://earshot/reports/today');
    const waiting = page.getByRole('region', { name: 'Waiting for me' });
    const { evaluation_queue } = await ask(page, 'GET', '/api/v2/evaluation_queue.json');
    const { call } = await ask(page, 'GET', `/api/v2/calls/${evaluation_queue[0].call_id}.json`);
    await expect(waiting.getByRole('link')).toHaveText(new RegExp(`^(${call.from_name}|${call.to_name})$`));
    await waiting.getByRole('link').press('Enter');
    await expect(page).toHaveURL(/evaluations\/[\w-]{36}$/);
    await expect(page.getByRole('region', { name: 'Evaluation form' })).toContainText('Service');
  });

  await test.step('the sidebar stays folded there, which its button says', async () => {
    await page.keyboard.press('Control+b');
    await page.getByRole('button', { name: 'Collapse or expand the sidebar' }).focus();
    await expect(page.getByRole('tooltip')).toHaveText('The sidebar stays collapsed while an evaluation is open');
    await page.goto('app://earshot/reports/today');
    const sidebar = page.getByRole('navigation', { name: 'Navigation' });
    await expect(sidebar).toContainText('My queue');
    await expect(sidebar).not.toHaveAttribute('data-rail');
  });

  await test.step('the page is the start of reports, and leads back there', async () => {
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Reports' }).press('Enter');
    // The list takes the focus once it is there.
    await expect(page.getByRole('row', { selected: true })).toBeVisible();
    await page.getByRole('button', { name: 'Today' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  });
});

test('a role that cannot run reports sees why there are no figures, in German and in the smallest window', async ({
  earshot,
  restart,
}) => {
  const trainee = await anotherPerson(earshot.dataFolder, { calls: ['view'], reports: ['view'] });
  const { page } = await restart();
  await signIn(page, trainee);
  await expect(page.getByText('Your role can see reports but not run')).toBeVisible();
  await speak(page, 'de');
  await page.setViewportSize({ width: 960, height: 600 });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Heute' })).toBeVisible();
  await look(page, 'today-german');
});
