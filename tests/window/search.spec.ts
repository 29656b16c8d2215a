import {
  expectListed,
  expectSelected,
  expectSettled,
  gridOf,
  holdRequests,
  releaseRequests,
  rowOf,
  scrollTop,
  selected,
} from './call-list';
import { expect, look, signedIn, test } from './launch';
import { shareWindow } from './shared-window';

shareWindow({ calls: 250 });

test('a search that is typed slowly keeps every letter', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const box = page.getByRole('searchbox');

  // About as long as the pause after which the search is sent.
  await box.pressSequentially('lopez maria', { delay: 160 });

  await expect(page).toHaveURL(/search=lopez\+maria/);
  await expect(box).toHaveValue('lopez maria');

  await page.getByRole('button', { name: 'Show all calls' }).click();
  await expect(box).toHaveValue('');
  await expect(page).not.toHaveURL(/search=/);
});

test('text typed after the search was cleared elsewhere stays, although the page shows the clearing later', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const box = page.getByRole('searchbox');
  await box.fill('e');
  await expect(page).toHaveURL(/search=e/);
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'false');
  await gridOf(page).focus();

  // In one task, so that the page cannot render in between.
  await box.evaluate((field) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    );
    field.focus();
    document.execCommand('selectAll');
    document.execCommand('insertText', false, 'jensen');
  });

  await expect(page).toHaveURL(/search=jensen/);
  await expect(box).toHaveValue('jensen');
  await expect(rowOf(page, 1)).toContainText('Jensen');
});

test('a filter that is removed while a new search is on its way leaves that search alone', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const box = page.getByRole('searchbox');
  await page.goto('app://earshot/review?search=e&from=2020-01-01&to=2020-01-02');
  const remove = page.getByRole('button', { name: 'Remove that filter' });
  await expect(remove).toBeVisible();
  await holdRequests(page, /calls\.json\?.*search_term=en/);
  await box.press('End');
  await box.pressSequentially('n');
  await expect(page).toHaveURL(/search=en/);

  await remove.click();
  await releaseRequests(page);

  await expect(page).not.toHaveURL(/from=/);
  await expectListed(page, 'en');
  await expect(box).toHaveValue('en');
});

test('a search and a new order start at the top of the list, with the first row selected', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const grid = gridOf(page);
  const goDeep = async () => {
    await grid.focus();
    await page.keyboard.press('End');
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(1000);
  };
  await goDeep();

  await page.getByRole('searchbox').fill('e');
  await expect(page).toHaveURL(/search=e/);
  // The page follows the address with a delay.
  await expect.poll(() => scrollTop(page)).toBe(0);
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await expectSelected(page, 1);

  await goDeep();
  await page.getByRole('button', { name: 'Started' }).click();
  await expect(page).toHaveURL(/sort=asc/);
  // The page follows the address with a delay.
  await expect.poll(() => scrollTop(page)).toBe(0);
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await expectSelected(page, 1);
  await expect(page.getByRole('button', { name: 'Started' })).toBeFocused();
});

test('a press on a column sorts the list by it, another one turns the order, and a third one returns to the time', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const press = (name: string) => head(name).getByRole('button').press('Enter');
  const lengths = async () =>
    (await page.getByRole('row').locator('[data-column=duration], [role=gridcell]').allTextContents())
      .filter((text) => /^\d+:\d\d$/.test(text))
      .map((text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));

  await press('Length');
  await expect(page).toHaveURL(/by=duration/);
  await expect(head('Length')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(async () => (await lengths()).length).toBeGreaterThan(5);
  await expect
    .poll(async () => JSON.stringify(await lengths()))
    .toBe(JSON.stringify((await lengths()).sort((one, other) => other - one)));
  await expect(page.getByRole('button', { name: 'Go to date' })).toHaveAttribute('aria-disabled', 'true');
  await look(page, 'list-sorted');

  await press('Length');
  await expect(head('Length')).toHaveAttribute('aria-sort', 'ascending');
  await press('Length');
  await expect(head('Started')).toHaveAttribute('aria-sort', 'descending');
  await press('Customer');
  await expect(head('Customer')).toHaveAttribute('aria-sort', 'ascending');
  await page.reload();
  await expect(head('Customer')).toHaveAttribute('aria-sort', 'ascending');
});

test('the count of a search appears when it arrives after the rows', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expectSelected(page, 1);
  await holdRequests(page, /count\.json/);
  await page.getByRole('searchbox').fill('e');
  await expect(page).toHaveURL(/search=e.*call=|call=.*search=e/);
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '-1');
  await expect(rowOf(page, 1)).toContainText(/\d:\d\d/);

  await releaseRequests(page);

  await expect(gridOf(page)).not.toHaveAttribute('aria-rowcount', '-1');
});

test('a call that is selected just as a search is sent stays selected', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const customer = (await rowOf(page, 3).locator('[data-column=customer]').textContent()) ?? '';
  const call = await rowOf(page, 3).textContent();

  // The search waits for a pause in typing. Its timers are delayed, so that it is sent in the same instant as the
  // click.
  await page.evaluate(() => {
    const held: (() => void)[] = [];
    const later = window.setTimeout;
    const hold = (run: () => void, ms?: number) => (ms && ms >= 100 ? -held.push(run) : later(run, ms));
    Object.assign(window, { setTimeout: hold, sendHeld: () => held.forEach((run) => void run()) });
  });
  await page.getByRole('searchbox').fill(customer);
  await rowOf(page, 3).evaluate((element) => {
    (element as HTMLElement).click();
    (window as unknown as { sendHeld(): void }).sendHeld();
  });

  await expectListed(page, customer);
  await expect(gridOf(page)).not.toHaveAttribute('aria-rowcount', '251');
  expect(await selected(page).textContent()).toBe(call);
  await expect(page.getByRole('heading', { name: customer })).toBeVisible();
});

test('calls that were chosen in the search before, and arrive late, are not chosen in the next one', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const bar = page.getByRole('region', { name: 'Selected' });
  await rowOf(page, 1).waitFor();
  await expectSettled(page);
  const ofAll = /calls\.json\?(?!.*search_term)/;
  await holdRequests(page, ofAll);
  await gridOf(page).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('searchbox').fill('a');
  await expectListed(page, 'a');
  let arrived = 0;
  page.on('response', (response) => {
    if (ofAll.test(response.url())) arrived += 1;
  });

  await releaseRequests(page);
  // The second and the third page.
  await expect.poll(() => arrived).toBeGreaterThanOrEqual(2);
  await expectSettled(page);
  await expect(bar).toBeHidden();
  await rowOf(page, 1).click({ modifiers: ['ControlOrMeta'] });

  await expect(bar).toContainText('1 selected');
});
