import type { Page } from '@playwright/test';
import { commandIds, commandOf } from '../../renderer/core/commands';
import en from '../../renderer/i18n/texts.en.json' with { type: 'json' };
import { ask, expect, expectAccessible, look, lookAround, signedIn, test } from './launch';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
/** The entry that Enter would run. */
const current = (page: Page) => palette(page).locator('[role=menuitem][data-focused]');

async function open(page: Page, typed = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.type(typed);
}

test('the palette finds commands, calls, people and pages by the keyboard; the menu and the sheet have the commands', async ({
  earshot,
}) => {
  const { app, page } = earshot;
  await signedIn(earshot);
  await lookAround(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();

  await test.step('a command is run, and the focus goes where it leads', async () => {
    await open(page, 'sea');
    await expect(current(page)).toContainText('Search');
    await expect(palette(page).getByRole('menuitem', { name: 'Hear both' })).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('searchbox')).toBeFocused();
  });

  await test.step('a command that is not possible now says why, and stays', async () => {
    await open(page, 'hear both');
    await expect(current(page)).toHaveText('Hear bothPlay a call to listen');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(page.getByRole('searchbox')).toBeFocused();
  });

  await test.step('Ctrl Enter plays a call and stays on the page; Tab shows only its group', async () => {
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toBeVisible();
    await open(page, 'lopez');
    await expect(current(page)).toContainText('Maria Lopez');
    await page.keyboard.press('Tab');
    await expect(palette(page)).toContainText('Calls');
    await expect(palette(page).getByRole('textbox')).toBeFocused();
    await look(page, 'palette');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('group', { name: 'Player' })).toContainText('Maria Lopez');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toBeVisible();
  });

  await test.step('Enter right after typing opens what is found then', async () => {
    await open(page, 'lopez');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
    await expect(page.getByRole('complementary', { name: 'Call' })).toContainText('Maria Lopez');
  });

  await test.step('people and saved searches say how many calls they have', async () => {
    await ask(page, 'POST', '/api/v2/saved_searches.json', {
      saved_search: { name: 'March', query: 'search_term=maria' },
    });
    const { count } = await ask(page, 'GET', '/api/v2/calls/count.json?search_term=maria');
    await page.reload();
    await expect(page.getByRole('link', { name: /^March/ })).toBeVisible();
    await open(page, 'mar');
    await expect(palette(page).getByRole('menuitem', { name: /^Marta Okafor/ })).toContainText('0 calls this week');
    await expect(palette(page).getByRole('menuitem', { name: /^March/ })).toHaveText(`March${count} call`);
    await look(page, 'palette-people');
    await page.keyboard.press('Escape');
  });

  await test.step('Enter right after typing does not open what the letters before have found', async () => {
    await open(page, '#maria');
    await expect(current(page)).toContainText('Maria Lopez');
    // Otherwise the answer may be there before Enter.
    await page.evaluate(() => {
      const { fetch } = window;
      const released = new Promise<void>((done) => Object.assign(window, { release: done }));
      window.fetch = async (...asked) => {
        if (String(asked[0]).includes('maria+x')) await released;
        return fetch(...asked);
      };
    });
    await page.keyboard.type(' x');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();
    await page.evaluate(() => (window as unknown as { release: () => void }).release());
    await expect(current(page)).toHaveText('Search all calls for “maria x”');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
  });

  await test.step('a refusal of the API is shown in its group, and can be retried', async () => {
    await page.evaluate(() => {
      const { fetch } = window;
      const refusal = { error: 'TooManyRequests', explanation: 'The search took too long.' };
      // Typing may send several searches.
      window.fetch = (input, init) =>
        String(input).includes('users.json')
          ? Promise.resolve(Response.json(refusal, { status: 429 }))
          : fetch(input, init);
      // Not before the click: a search that is still on its way would be answered, and the refusal gone.
      addEventListener('pointerdown', () => Object.assign(window, { fetch }), { capture: true, once: true });
    });
    await open(page, '@mar');
    const failed = palette(page).getByRole('menuitem', { name: 'The search took too long.' });
    await expect(failed).toBeVisible();
    await failed.click();
    await expect(failed).toBeHidden();
    await expect(current(page)).toContainText('Marta Okafor');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/);
  });

  await test.step('an empty field has what was used last; what is not found can be searched for', async () => {
    await open(page);
    await expect(palette(page).getByRole('menuitem')).toContainText(['Maria Lopez']);
    await page.keyboard.type('# nobody has this name');
    await expect(current(page)).toHaveText('Search all calls for “nobody has this name”');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No call matches')).toBeVisible();
  });

  await test.step('the application menu runs commands, and shows those that are not possible as disabled', async () => {
    const item = (id: string) =>
      app.evaluate(({ Menu }, id) => {
        const { label, enabled, accelerator } = Menu.getApplicationMenu()?.getMenuItemById(id) ?? {};
        return { label, enabled, accelerator };
      }, id);
    await expect
      .poll(() => item('preferences'))
      .toEqual({ label: 'Preferences', enabled: true, accelerator: 'CommandOrControl+,' });
    expect(await item('save')).toMatchObject({ label: 'Save', enabled: false });

    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('preferences')?.click());

    await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toBeVisible();
  });

  await test.step('the sheet names every command that has a shortcut', async () => {
    await page.keyboard.press('?');
    const names = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('term');
    const expected = commandIds
      .filter((id) => commandOf(id).keys.length > 0)
      .map((id) => en.keys.command[id].replace('{{long_s}}', '10').replace('{{short_s}}', '5'));
    expect(await names.allInnerTexts()).toEqual(expect.arrayContaining(expected));
    await expectAccessible(page);
  });
});
