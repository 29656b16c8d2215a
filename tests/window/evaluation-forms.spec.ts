import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { exampleForms } from '../../shared/evaluation/example-forms';
import { idIn } from '../support/id-in';
import { ask, expect, look, signedIn, speak, test } from './launch';

const outline = (page: Page) => page.getByRole('list', { name: 'Sections and questions' });
const row = (page: Page, name: string) => outline(page).getByRole('button', { name });
const live = (page: Page) => page.getByRole('complementary', { name: 'As the evaluator sees it' });
const liveQuestion = (page: Page, name: string) => live(page).getByRole('group', { name });
const question = (page: Page) => page.getByRole('textbox', { name: 'Question', exact: true });
const publish = (page: Page, revision: number) => page.getByRole('button', { name: `Publish version ${revision}` });
const forms = async (page: Page) => (await ask(page, 'GET', '/api/v2/evaluation_forms.json')).evaluation_forms;
const [service] = exampleForms.en;

/** Adds the example by the API and opens its page. */
async function openExample(page: Page): Promise<string> {
  const { url } = await ask(page, 'POST', '/api/v2/evaluation_forms.json', { evaluation_form: service });
  const form_id = idIn(url);
  await page.goto(`app://earshot/admin/evaluation-forms/${form_id}`);
  await expect(row(page, 'Stays calm and friendly')).toBeVisible();
  return form_id;
}

test('a form is made from an example with the keyboard', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;

  await test.step('the empty list offers an example', async () => {
    await page.goto('app://earshot/admin/evaluation-forms');
    await expect(page.getByRole('heading', { name: 'No evaluation forms yet' })).toBeVisible();
    await look(page, 'evaluation-forms-empty');
    await page.getByRole('button', { name: 'Start from an example' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Service call');
  });

  await test.step('questions are opened, typed, added, moved and removed', async () => {
    await row(page, 'Greets the caller').focus();
    await keyboard.press('ArrowDown');
    await expect(row(page, 'Checks who is calling')).toBeFocused();
    await keyboard.press('Enter');
    await expect(question(page)).toBeFocused();
    await keyboard.press('Enter');
    await expect(question(page)).toHaveValue('');
    await keyboard.type('Asks how to help');
    await expect(liveQuestion(page, 'Asks how to help')).toBeVisible();
    await keyboard.press('Alt+ArrowUp');
    await expect(question(page)).toBeFocused();
    await expect(outline(page).getByRole('group', { name: 'Question 1.2' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(row(page, 'Asks how to help')).toBeFocused();
    await row(page, 'What the agent should try').press('Delete');
    await expect(row(page, 'What the agent should try')).toBeHidden();
  });

  await test.step('every change is undone and repeated', async () => {
    await keyboard.press('Control+z');
    await expect(row(page, 'What the agent should try')).toBeVisible();
    await keyboard.press('Control+z');
    await expect(outline(page).locator('li[data-key]').nth(2)).toContainText('Asks how to help');
    await keyboard.press('Control+Shift+z');
    await expect(outline(page).locator('li[data-key]').nth(1)).toContainText('Asks how to help');
  });

  await test.step('the live form adds up', async () => {
    await liveQuestion(page, 'Greets the caller').getByRole('radio', { name: 'Yes' }).press('Space');
    await liveQuestion(page, 'Stays calm').getByRole('radio', { name: '4' }).press('Space');
    await liveQuestion(page, 'Lets the caller finish').getByRole('radio', { name: 'N/A' }).press('Space');
    await expect(live(page).getByRole('status')).toContainText('86%');
    await expect(live(page).getByRole('status')).toContainText('Passes');
    await liveQuestion(page, 'Checks who is calling').getByRole('radio', { name: 'No' }).press('Space');
    await expect(live(page).getByRole('status')).toContainText('Failed by a critical answer');
  });

  await test.step('what is wrong is said at its field, and the rest is published', async () => {
    await row(page, 'Stays calm and friendly').press('Enter');
    await page.getByRole('textbox', { name: 'From 0 to' }).fill('0');
    await keyboard.press('Escape');
    await keyboard.press('Control+s');
    await expect(page.getByRole('textbox', { name: 'From 0 to' })).toBeFocused();
    await expect(page.getByText('Enter more than 0 points')).toBeVisible();
    await page.getByRole('textbox', { name: 'From 0 to' }).fill('5');
    await look(page, 'evaluation-form');
    await keyboard.press('Control+s');
    await expect(page.getByText('“Service call” was added')).toBeVisible();
    await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
    const [form] = await forms(page);
    const { evaluation_form } = await ask(page, 'GET', `/api/v2/evaluation_forms/${form.form_id}.json`);
    const titles = evaluation_form.sections[0].questions.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Greets the caller and gives own name', 'Asks how to help', 'Checks who is calling first']);
  });
});

test('a stored form gets versions, is compared, and is not overwritten', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  const form_id = await openExample(page);

  await test.step('a question is dragged to another section and published as the next version', async () => {
    const grip = outline(page).locator('li[data-key]').filter({ hasText: 'Stays calm' }).locator('[data-grip]');
    const target = outline(page).locator('li[data-key]').filter({ hasText: 'Greets the caller' });
    const to = await target.boundingBox();
    await grip.hover();
    await page.mouse.down();
    await page.mouse.move(400, (to?.y ?? 0) + (to?.height ?? 0) - 4, { steps: 4 });
    await page.mouse.up();
    await expect(outline(page).locator('li[data-key]').nth(1)).toContainText('Stays calm');
    await publish(page, 2).press('Enter');
    await expect(page.getByText('Version 2 of “Service call” was published')).toBeVisible();
  });

  await test.step('versions are compared', async () => {
    await page.getByRole('button', { name: 'Versions' }).press('Enter');
    const differences = page.getByRole('list', { name: 'Differences' });
    await expect(differences.getByRole('listitem')).toHaveText([/1\.2\s*Stays calm and friendly\s*Moved/]);
    await look(page, 'evaluation-form-versions');
    await page.getByRole('button', { name: 'Continue from version 1' }).press('Enter');
    await expect(outline(page).locator('li[data-key]').nth(1)).toContainText('Checks who is calling');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('a form that someone else has changed is not overwritten', async () => {
    const path = `/api/v2/evaluation_forms/${form_id}.json`;
    await ask(page, 'PUT', path, { evaluation_form: { description: 'Changed elsewhere' } });
    await keyboard.press('Control+s');
    await expect(page.getByText('Someone else has changed this form')).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Changed elsewhere');
  });

  await test.step('leaving asks before changes are lost', async () => {
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
    await page.getByRole('link', { name: 'Evaluation forms' }).first().click();
    await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
    await page.getByRole('button', { name: 'Leave without saving' }).press('Enter');
    await expect(page.getByRole('grid', { name: 'Evaluation forms' })).toBeVisible();
  });

  await test.step('forms are imported, and a wrong one names its field', async () => {
    const bad = structuredClone(service);
    const [first] = bad.sections;
    if (first?.questions[1]) first.questions[1].title = '';
    const files = { good: join(earshot.dataFolder, 'good.json'), bad: join(earshot.dataFolder, 'bad.json') };
    writeFileSync(files.good, JSON.stringify({ evaluation_form: { ...service, name: 'Imported' } }));
    writeFileSync(files.bad, JSON.stringify({ evaluation_form: bad }));
    const input = page.locator('input[type=file]');
    await input.setInputFiles(files.bad);
    const refused = page.getByRole('alertdialog', { name: '“bad.json” was not imported' });
    await expect(refused).toContainText('Question 1.2, Title');
    await refused.getByRole('button', { name: 'Close' }).press('Enter');
    await input.setInputFiles(files.good);
    await expect(page.getByText('“good.json” was added')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Imported' })).toContainText('8');
    await look(page, 'evaluation-forms');
  });

  await test.step('a form is duplicated, deactivated and deleted', async () => {
    await page.getByRole('row').filter({ hasText: 'Imported' }).dblclick();
    const more = page.getByRole('button', { name: 'More actions' });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Copy of Imported' })).toBeVisible();
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter');
    await expect(page.getByText('“Copy of Imported” accepts no new evaluations')).toBeVisible();
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    await page.getByRole('button', { name: 'Delete form' }).press('Enter');
    await expect(page.getByText('“Copy of Imported” was deleted')).toBeVisible();
    expect((await forms(page)).map(({ name }: { name: string }) => name)).toEqual(['Imported', 'Service call']);
  });
});

test('points that count several times show it, so that they add up to the sums', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const ask5 = { type: 'yes_no', max_points: 5 };
  const sections = [
    {
      title: 'Opening',
      questions: [
        { ...ask5, title: 'Greets', weight: 2 },
        { ...ask5, title: 'Listens' },
      ],
    },
    { title: 'Close', weight: 3, questions: [{ ...ask5, title: 'Sums up', weight: 2 }] },
  ];
  const { url } = await ask(page, 'POST', '/api/v2/evaluation_forms.json', {
    evaluation_form: { name: 'Weighed', sections },
  });

  await page.goto(`app://earshot/admin/evaluation-forms/${idIn(url)}`);

  await expect(row(page, 'Greets')).toContainText('5 ×2');
  await expect(row(page, 'Listens')).toContainText(/5$/);
  await expect(row(page, 'Opening').last()).toContainText('15 points');
  await expect(row(page, 'Close').last()).toContainText('10 points ×3');
  await expect(page.getByText('45 points in all')).toBeVisible();
  await expect(liveQuestion(page, 'Greets')).toContainText('5 ×2');
  await expect(liveQuestion(page, 'Sums up')).toContainText('5 ×6');
  await liveQuestion(page, 'Sums up').getByText('Yes', { exact: true }).click();
  await expect(live(page)).toContainText('30 of 30');
});

test('a form of 200 questions can be edited, and the designer fits a small window in German', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;

  await test.step('typing in one of 200 questions blocks the window only shortly', async () => {
    const many = (section: number) =>
      Array.from({ length: 20 }, (_, at) => ({ ...service.sections[1]?.questions[0], title: `Q ${section} ${at}` }));
    const sections = Array.from({ length: 10 }, (_, at) => ({ title: `Part ${at}`, questions: many(at) }));
    const { url } = await ask(page, 'POST', '/api/v2/evaluation_forms.json', {
      evaluation_form: { name: 'Long', sections },
    });
    await page.goto(`app://earshot/admin/evaluation-forms/${idIn(url)}`);
    await row(page, 'Q 0 3').press('Enter');
    await expect(question(page)).toBeFocused();
    await page.evaluate(() => {
      const long: number[] = [];
      Object.assign(window, { long });
      new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
        entryTypes: ['longtask'],
      });
    });
    await keyboard.type(' stays quick', { delay: 60 });
    // Read before Playwright looks for roles, which takes long in a page of this size.
    const long = await page.evaluate(() => (window as unknown as { long: number[] }).long);
    await expect(liveQuestion(page, 'Q 0 3 stays quick')).toBeVisible();
    test.info().annotations.push({ type: 'tasks over 50 ms', description: JSON.stringify(long) });
    await keyboard.press('Control+s');
    // By its text: finding a role takes seconds in a page of this size.
    await expect(page.getByText('Publish version 3', { exact: true })).toBeVisible();
  });

  await test.step('German at the smallest size', async () => {
    await openExample(page);
    await earshot.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(960, 600));
    await speak(page, 'de');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Version 2 veröffentlichen' })).toBeVisible();
    await page.getByRole('button', { name: /Bleibt|Stays calm/ }).press('Enter');
    await look(page, 'evaluation-form-small-german');
    await page.getByRole('radio', { name: 'Abschnitte und Fragen' }).press('ArrowRight');
    await expect(page.getByRole('complementary', { name: 'So sehen es Bewertende' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Bleibt|Stays calm/ })).toBeHidden();
    await look(page, 'evaluation-form-live-german');
  });

  await test.step('why it is not published is shown, also from the other half', async () => {
    await page.getByRole('radio', { name: 'So sehen es Bewertende' }).press('ArrowLeft');
    const title = page.getByRole('textbox', { name: 'Frage', exact: true });
    await title.fill('');
    await page.getByRole('radio', { name: 'Abschnitte und Fragen' }).press('ArrowRight');
    await expect(title).toBeHidden();
    await keyboard.press('Control+s');
    await expect(title).toBeFocused();
  });
});
