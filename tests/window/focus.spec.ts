import { type Locator, test as step } from '@playwright/test';
import { expectFilterClosed } from './call-list';
import { expect, person, test } from './launch';

test.use({ calls: null });

test('focus never leaves the window: it moves on when the focused element disappears', async ({
  earshot: { page },
}) => {
  const grid = page.getByRole('grid', { name: 'Calls' });
  const moves = (name: string, act: () => Promise<void>, to: Locator) =>
    step.step(name, async () => {
      await act();
      await expect(to, name).toBeFocused();
    });
  const press = (key: string, on: Locator) => async () => {
    await on.focus();
    await page.keyboard.press(key);
  };
  const chip = (name: string) => page.getByRole('group', { name, exact: true });
  const addFilter = page.getByRole('button', { name: 'Filter', exact: true });
  const filterBy = async (name: string, value: string) => {
    await addFilter.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    const popover = page.getByRole('dialog', { name });
    await popover
      .getByRole('option', { name: new RegExp(`^${value}( [\\d,]+ calls?)?$`) })
      .or(popover.getByRole('button', { name: value, exact: true }))
      .click();
    // A period is the whole filter. Of a set, several values can be chosen.
    if (name !== 'Date') await page.keyboard.press('Enter');
    await expect(popover).toBeHidden();
    await expectFilterClosed(page);
  };

  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('Login').fill(person.login);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await moves(
    'from the administrator to the recovery kit',
    () => page.keyboard.press('Enter'),
    page.getByRole('heading', { name: 'Keep the recovery kit' }),
  );
  await moves(
    'from the first run to the first calls',
    press('Enter', page.getByRole('button', { name: 'Do this later' })),
    page.getByRole('button', { name: 'Choose a folder…' }),
  );

  await press('Enter', page.getByRole('button', { name: /^Look around first/ }))();
  await expect(page.getByText('6 calls imported')).toBeVisible();
  await moves(
    'closing the last task',
    press('Enter', page.getByRole('button', { name: 'Remove from the list' })),
    grid,
  );

  const sidebar = page.getByRole('navigation');
  for (const name of ['Review', 'Help', 'Collapse or expand the sidebar']) {
    const entry = sidebar.getByRole(name === 'Review' ? 'link' : 'button', { name });
    await moves(`Ctrl B with the focus on ${name}`, press('Control+b', entry), entry);
  }

  await grid.press('ArrowDown');
  await moves(
    'Ctrl I with the focus in the call pane',
    press('Control+i', page.getByRole('complementary', { name: 'Call' }).getByRole('button').first()),
    grid,
  );

  await filterBy('Date', 'Last 90 days');
  await filterBy('Direction', 'Outbound');
  await moves(
    'Backspace on the first of two chips',
    press('Backspace', chip('Date').getByRole('button').first()),
    chip('Direction').getByRole('button').first(),
  );
  await moves('× of the last chip', press('Enter', page.getByRole('button', { name: 'Remove Direction' })), addFilter);
  await filterBy('Date', 'Today');
  await moves(
    'showing all calls where none matched',
    press('Enter', page.getByRole('button', { name: 'Show all calls' })),
    grid,
  );

  const me = page.getByRole('button', { name: new RegExp(`^${person.name}`) });
  await press('Enter', me)();
  await page.getByRole('menuitem', { name: 'Recovery kit…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Keep the recovery kit' });
  await page.getByLabel('Your password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1);
  await moves('postponing the recovery kit', press('Enter', dialog.getByRole('button', { name: 'Do this later' })), me);

  await me.press('Enter');
  await moves(
    'signing out',
    () => page.getByRole('menuitem', { name: 'Sign out' }).press('Enter'),
    page.getByLabel('Login'),
  );
  await page.keyboard.type(person.login);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await moves('signing in', () => page.keyboard.press('Enter'), grid);
});
