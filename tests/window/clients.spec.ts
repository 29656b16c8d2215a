import type { Page } from '@playwright/test';
import { ask, expect, expectAccessible, look, picture, signedIn, speak, test } from './launch';

const grid = (page: Page) => page.getByRole('grid', { name: 'Clients' });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const number = (page: Page, at: number) => page.getByRole('textbox', { name: `Number ${at}`, exact: true });
const save = (page: Page) => page.keyboard.press('Control+s');

test.use({ calls: 40 });

test('a client is made with its contacts, found by a number, changed and deleted', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json');
  const dialled: string = calls.find((call: { from_number: string | null }) =>
    call.from_number?.startsWith('+'),
  ).from_number;
  const existing = { name: 'Quayside Lettings', contacts: [{ phone_number: '+44 161 496 0144' }] };
  await ask(page, 'POST', '/api/v2/clients.json', { client: existing });
  await page.goto('app://earshot/admin/clients');

  await test.step('Enter adds a contact, and a number without digits typed is refused at its row', async () => {
    await page.getByRole('button', { name: 'Add client' }).press('Enter');
    await nameOf(page).fill('Hollis & Reed Legal');
    await number(page, 1).fill(dialled);
    await keyboard.press('Enter');
    await expect(number(page, 2)).toBeFocused();
    await save(page);
    await expect(page.getByText('Enter a phone number')).toBeVisible();
    await expect(number(page, 2)).toBeFocused();
  });

  await test.step('a number of another client is pointed out', async () => {
    await keyboard.type('0161 4960144');
    await expect(page.getByText('Also with Quayside Lettings. Calls will show both.')).toBeVisible();
    await look(page, 'client');
    await save(page);
    await expect(page.getByText('“Hollis & Reed Legal” was added')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Hollis & Reed Legal' })).toBeVisible();
    await expect(grid(page).getByRole('row', { selected: true })).toContainText('Hollis & Reed Legal');
  });

  await test.step('the client beside the list follows the rows, with its calls', async () => {
    await keyboard.press('Control+f');
    await keyboard.type('49601 99');
    await expect(page.getByRole('heading', { name: 'No client matches' })).toBeVisible();
    await page.getByRole('searchbox').fill('4960144');
    await expect(grid(page).getByRole('row')).toHaveCount(3);
    const calls = page.getByRole('table').filter({ hasText: 'Length' });
    await expect(calls.getByRole('link').first()).toBeVisible();
    await row(page, 'Hollis').click();
    await expect(page.getByRole('heading', { name: 'Hollis & Reed Legal' })).toBeVisible();
    const { client_id } = (await ask(page, 'GET', '/api/v2/clients.json?search_term=Hollis%20%26')).clients[0];
    const { count } = await ask(page, 'GET', `/api/v2/calls/count.json?client_id=${client_id}`);
    await expect(
      page
        .getByRole('main')
        .getByText(/^\d+ calls?$/)
        .first(),
    ).toBeVisible();
    await expect(row(page, 'Hollis')).toContainText(count === 1 ? '1 call' : `${count} calls`);
    await look(page, 'clients');
    await page.getByRole('button', { name: 'Remove 0161 4960144' }).press('Enter');
    await expect(number(page, 1)).toBeFocused();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await save(page);
    await expect(page.getByText('“Hollis & Reed Legal” was saved')).toBeVisible();
  });

  await test.step('it is deleted after a question', async () => {
    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    await page.getByRole('button', { name: 'Delete client' }).press('Enter');
    await expect(page.getByText('“Hollis & Reed Legal” was deleted')).toBeVisible();
    await expect(row(page, 'Hollis')).toHaveCount(0);
    await expect(grid(page)).toBeVisible();
  });

  await test.step('German, in the smallest window, where the list and the page follow each other', async () => {
    await speak(page, 'de');
    await page.setViewportSize({ width: 960, height: 600 });
    await page.goto('app://earshot/admin/clients?search=Quayside');
    await page.getByRole('grid', { name: 'Kunden' }).getByText('Quayside Lettings').click();
    await expect(page.getByRole('textbox', { name: 'Nummer 1', exact: true })).toHaveValue('+44 161 496 0144');
    await expectAccessible(page);
    await picture(page, 'client-german');
  });
});
