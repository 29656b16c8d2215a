import type { Page } from '@playwright/test';
import { expectSelected, gridOf } from './call-list';
import { ask, expect, expectAccessible, look, signedIn, speak, test, wrong } from './launch';
import { shareWindow } from './shared-window';

shareWindow({ calls: 250 });

test('Backspace in the calendar of a filter keeps the filter; on its chip it removes the filter', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Date', exact: true }).click();
  await page.getByRole('button', { name: 'Last 90 days' }).click();
  const chip = page.getByRole('group', { name: 'Date', exact: true });
  const value = chip.getByRole('button').first();
  await value.click();
  const calendar = page.getByRole('dialog', { name: 'Date' });
  await calendar.getByRole('button', { name: 'Last 7 days' }).focus();

  await page.keyboard.press('Backspace');

  await expect(calendar).toBeVisible();
  await expect(page).toHaveURL(/period=/);

  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await value.focus();
  await page.keyboard.press('Backspace');
  await expect(chip).toBeHidden();
  await expect(page).not.toHaveURL(/period=/);
});

test('an editor that is opened again while it closes shows what was chosen', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Date', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Date' });
  await editor.getByRole('button', { name: 'Today', exact: true }).evaluate(async (today) => {
    (today as HTMLElement).click();
    await new Promise(requestAnimationFrame);
    document.querySelector<HTMLElement>('[role=group][aria-label=Date] button')?.click();
  });
  await expect(editor.locator('[role=gridcell][aria-selected=true]')).toHaveCount(1);
  await expect(page).toHaveURL(/period=today/);
});

test("the days of the date filter are in the user's zone, not the machine's", async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const now = new Date();
  const hour = now.getUTCHours();
  // A zone with a different date than UTC, the user's zone.
  const timezoneId = hour >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId });
  await page.reload();

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Date', exact: true }).click();
  await page.getByRole('button', { name: 'Today', exact: true }).click();

  await page.getByRole('group', { name: 'Date', exact: true }).getByRole('button').first().click();
  const chosen = page.getByRole('dialog', { name: 'Date' }).locator('[role=gridcell][aria-selected=true]');
  // Midnight may have passed meanwhile.
  await expect(chosen).toHaveText(new RegExp(`^(${now.getUTCDate()}|${new Date().getUTCDate()})$`));
  await session.detach();
});

test('days are typed in the order of the language, and refused if they are not a valid range', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await speak(page, 'de');
  await page.reload();
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await page.keyboard.type('Datum');
  await page.keyboard.press('Enter');
  const filter = page.getByRole('dialog', { name: 'Datum' });
  await filter.getByRole('spinbutton').first().focus();

  await page.keyboard.type('05112025');
  await page.keyboard.press('Enter');
  await expect(filter.getByRole('alert')).toHaveText('Geben Sie das vollständige Datum ein.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('04112025');
  await page.keyboard.press('Enter');
  await expect(filter.getByRole('alert')).toHaveText('Der erste Tag liegt nach dem letzten.');
  await expectAccessible(page);
  await filter.getByRole('spinbutton').nth(3).focus();
  await page.keyboard.type('06112025');
  await page.keyboard.press('Enter');

  await expect(filter).toBeHidden();
  await expect(page).toHaveURL(/from=2025-11-05&to=2025-11-06/);
});

test('the day to go to can be typed', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expectSelected(page, 1);
  await gridOf(page).focus();
  await page.keyboard.press('Control+g');
  const calendar = page.getByRole('dialog', { name: 'Go to date' });
  await expect(calendar).toContainText('Days in the future have no calls yet.');
  await expect(calendar.getByRole('spinbutton').first()).toBeFocused();

  await page.keyboard.type('01011950');
  await page.keyboard.press('Enter');

  await expect(calendar).toBeHidden();
  await expectSelected(page, 250);
  await expect(gridOf(page)).toBeFocused();

  // A window that stays open past midnight.
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 86_400_000;
  });
  await page.keyboard.press('Control+g');
  await expect(calendar.getByRole('button', { name: /^Today/ })).toBeEnabled();
});

test('a date that could not be opened is reported', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expectSelected(page, 1);
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      String(input).includes('newer_than=')
        ? Promise.resolve(Response.json({ error: 'InternalError' }, { status: 500 }))
        : fetch(input, init);
  });

  await page.keyboard.press('Control+g');
  await page.keyboard.type('31102026');
  await page.keyboard.press('Enter');

  await expect(page.getByText(wrong)).toBeVisible();
});

test('a menu closes even if its closing animation is cancelled', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();

  // A change of the theme or the size also cancels it.
  await page.evaluate(() => {
    const seen = new Set<Animation>();
    const cancel = () => {
      // Runs in the second frame of the animation, when the code is already waiting for it.
      for (const animation of document.getAnimations()) {
        if (seen.has(animation)) animation.cancel();
        seen.add(animation);
      }
      requestAnimationFrame(cancel);
    };
    cancel();
  });
  await page.keyboard.press('Escape');

  await expect(menu).toHaveCount(0);
});

test('filters of the advanced search are found, edited, and removed with the keyboard', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const press = (...keys: string[]) =>
    keys.reduce((all, key) => all.then(() => page.keyboard.press(key)), gridReady(page));
  const chip = (name: string) => page.getByRole('group', { name, exact: true });
  const matching = (name: string) => page.getByRole('dialog', { name }).getByRole('status');

  await test.step('a length is found by the start of a word, and applies while it is typed', async () => {
    await press('Control+Shift+F');
    await page.keyboard.type('len');
    await expect(page.getByRole('menuitem')).toHaveText(['Length']);
    await press('Enter');
    const length = page.getByRole('dialog', { name: 'Length' });
    await expect(length.getByRole('textbox', { name: 'Length' })).toBeFocused();
    await page.keyboard.type('2:7');
    await expect(length).toContainText('Use seconds, m:ss or h:mm:ss');
    await press('Backspace');
    await page.keyboard.type('00');
    await expect(page).toHaveURL(/duration__greater_than=2%3A00/);
    await expect(matching('Length')).toHaveText(/^\d+ calls? match/);
    await press('Enter');
    await expect(chip('Length')).toContainText('Length over 2:00');
    await expect(length).toBeHidden();
  });

  await test.step('Esc restores the previous value', async () => {
    await chip('Length').getByRole('button').first().press('Enter');
    await page.getByRole('dialog', { name: 'Length' }).getByRole('button', { name: '10:00' }).press('Enter');
    await expect(page).toHaveURL(/10%3A00/);
    await press('Escape');
    await expect(chip('Length')).toContainText('over 2:00');
    await expect(chip('Length').getByRole('button').first()).toBeFocused();
  });

  await test.step('what was just typed is given up with the filter', async () => {
    const length = page.getByRole('dialog', { name: 'Length' });
    const value = length.getByRole('textbox', { name: 'Length' });
    await chip('Length').getByRole('button').first().press('Enter');
    await value.press('Control+a');
    await page.keyboard.type('9');
    await length.getByRole('button', { name: 'Remove filter' }).click();
    await expect(length).toBeHidden();
    await expect(chip('Length')).toBeHidden();
    await expect(page).not.toHaveURL(/duration/);

    await press('Control+Shift+F');
    await page.keyboard.type('len');
    await press('Enter');
    await expect(value).toBeFocused();
    await page.keyboard.type('5');
    await press('Escape');
    await expect(length).toBeHidden();
    await expect(chip('Length')).toBeHidden();
    await expect(page).not.toHaveURL(/duration/);
  });

  await test.step('several values of a set, with the focus on the first one', async () => {
    await press('Control+Shift+F');
    await page.keyboard.type('direc');
    await press('Enter');
    const option = (name: string) => page.getByRole('dialog', { name: 'Direction' }).getByRole('option', { name });
    await expect(option('Inbound')).toBeFocused();
    await expect(option('Inbound')).toHaveCSS('outline-style', 'solid');
    await press('Space', 'ArrowDown', 'Space', 'Enter');
    await expect(chip('Direction')).toContainText('Inbound or Outbound');
  });

  await test.step('Backspace on a chip removes it', async () => {
    await expect(page).toHaveURL(/direction__equal_to=2%2C1/);
    await chip('Direction').getByRole('button').first().press('Backspace');
    await expect(chip('Direction')).toBeHidden();
    await expect(page).not.toHaveURL(/direction/);
  });

  await test.step('a filter that is removed while its editor closes does not come back', async () => {
    await press('Control+Shift+F');
    await page.keyboard.type('direc');
    await press('Enter');
    await expect(page.getByRole('option', { name: 'Inbound' })).toBeFocused();
    await press('Space');
    await expect(page).toHaveURL(/direction__equal_to=2/);
    // The editor covers the button, which a slow machine uncovers before the editor is gone.
    await chip('Direction')
      .getByRole('button', { name: 'Remove Direction', includeHidden: true })
      .evaluate((remove) => (remove as HTMLElement).click());
    await expect(page.getByRole('dialog', { name: 'Direction' })).toBeHidden();
    await expect(chip('Direction')).toBeHidden();
    await expect(page).not.toHaveURL(/direction/);
  });
});

test('records, custom fields and times are filters too, as the API counts them', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await gridReady(page);
  const count = async (query: string) =>
    page.evaluate(
      async (path) => ((await (await fetch(path)).json()) as { count: number }).count,
      `/api/v2/calls/count.json?advanced_search=1&${query}`,
    );
  const addFilter = async (name: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    return page.getByRole('dialog', { name, exact: true });
  };

  const category = await addFilter('Category');
  await category.getByRole('option').first().click();
  await expect(page).toHaveURL(/category_id__equal_to=/);
  const id = new URL(page.url()).searchParams.get('category_id__equal_to');
  const matching = await count(`category_id__equal_to=${id}`);
  await expect(category.getByRole('status')).toHaveText(new RegExp(`^${matching} calls? match`));
  const choices = category.getByRole('option');
  const counts = await choices.evaluateAll((all) => all.map((one) => one.getAttribute('data-key')));
  const { count: second } = await ask(page, 'GET', `/api/v2/calls/count.json?category_id=${counts[1]}`);
  await expect(choices.first()).toContainText(`${matching}`);
  await expect(choices.nth(1)).toContainText(`${second}`);
  await look(page, 'filter-editor');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Category', exact: true })).toBeHidden();

  const number = await addFilter('Number');
  await number.getByRole('button', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'is empty', exact: true }).click();
  await expect(page).toHaveURL(/phone_number__is_empty=1/);
  await expect(number.getByRole('textbox')).toBeHidden();
  await page.keyboard.press('Escape');

  const since = await addFilter('Date and time');
  await expect(since.getByRole('spinbutton').first()).toBeFocused();
  await page.keyboard.type('20112020');
  await page.keyboard.type('0930');
  await expect(page).toHaveURL(/datetime__greater_or_equal=2020-11-20/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Date and time' })).toContainText('from Fri 20 Nov 2020, 09:30');

  await test.step('the search box suggests filters, and Enter alone still searches', async () => {
    const box = page.getByRole('searchbox');
    const suggested = page.getByRole('listbox', { name: 'Filter by' }).getByRole('option');
    const chip = page.getByRole('group', { name: 'Category', exact: true });
    await box.focus();
    await page.keyboard.type('escal');
    await expect(suggested).toHaveText(['CategoryEscalated']);
    await look(page, 'search-suggestions');
    await page.keyboard.press('ArrowDown');
    await expect(suggested.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(chip).toContainText('Escalated');
    await expect(box).toHaveValue('');
    await page.keyboard.type('refund');
    await expect(suggested).toHaveText(['CategoryRefund']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=refund/);
    await expect(suggested).toHaveCount(0);
    await box.fill('refun');
    await expect(suggested).toHaveText(['CategoryRefund']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(chip).toContainText('Escalated or Refund');
  });

  await test.step('the filters that were set last are offered first', async () => {
    await page.getByRole('group', { name: 'Category', exact: true }).getByRole('button').last().click();
    await page.keyboard.press('Control+Shift+F');
    const last = page.getByRole('group', { name: 'Last used' }).getByRole('menuitem');
    await expect(last).toHaveText(['Category Escalated or Refund']);
    await last.click();
    await expect(page.getByRole('group', { name: 'Category', exact: true })).toContainText('Escalated or Refund');
  });
});

test('with many choices the focus is in their search, and long names can be distinguished', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await gridReady(page);
  for (let n = 1; n <= 12; n++) {
    const category = { name: `Follow-up about a complaint of the customer, part ${n}` };
    await ask(page, 'POST', '/api/v2/categories.json', { category });
  }
  const dialog = page.getByRole('dialog', { name: 'Category', exact: true });
  const box = page.getByRole('searchbox');
  const suggested = page.getByRole('listbox', { name: 'Filter by' });
  await box.fill('follow');
  await expect(suggested).toBeVisible();
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('category');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Find in Category' })).toBeFocused();
  await page.keyboard.type('part 12');
  const option = dialog.getByRole('option');
  await expect(option).toHaveCount(1);
  const isCut = (name: Element) => name.scrollHeight > name.clientHeight || name.scrollWidth > name.clientWidth;
  expect(await option.getByText(/part 12$/).evaluate(isCut)).toBe(false);
  await look(page, 'filter-long-names');

  await test.step('a field that gets the focus back opens no suggestions; typing does', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await gridOf(page).focus();
    await page.clock.install();
    await box.focus();
    await page.clock.runFor(1000);
    await expect(suggested).toBeHidden();
    await page.clock.resume();
    await page.keyboard.press('Backspace');
    await expect(suggested).toBeVisible();
  });
});

const gridReady = (page: Page) => expect(gridOf(page)).toBeVisible();

test('an operator is chosen and kept by keyboard, and Esc in its list closes the list only', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const add = async (field: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await page.keyboard.type(field);
    // Other filters can contain the word too.
    await page.getByRole('menuitem', { name: field, exact: true }).click();
    const editor = page.getByRole('dialog', { name: field, exact: true });
    const comparison = editor.getByRole('button', { name: 'Comparison' });
    await expect(comparison).toBeVisible();
    return { editor, comparison, chip: page.getByRole('group', { name: field, exact: true }) };
  };
  const choose = async ({ comparison }: Awaited<ReturnType<typeof add>>, operator: string) => {
    const list = page.getByRole('listbox', { name: 'Comparison' });
    await comparison.press('Enter');
    await expect(list).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(comparison).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await list.getByRole('option', { name: operator, exact: true }).press('Enter');
    await expect(list).toBeHidden();
    await expect(comparison).toContainText(operator);
    await expect(comparison).toBeFocused();
  };

  for (const [field, operator] of [
    ['Number', 'is empty'],
    ['Length', 'is not empty'],
    ['Category', 'is empty'],
  ] as const) {
    const opened = await add(field);
    const { editor, chip } = opened;
    await choose(opened, operator);
    await page.keyboard.press('Enter');
    await expect(editor).toBeHidden();
    await expect(chip).toContainText(operator);
    await chip.getByRole('button').first().press('Enter');
    await expect(opened.comparison).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(editor).toBeHidden();
    await expect(chip).toContainText(operator);
  }
  for (const [field, operator] of [
    ['Name', 'starts with'],
    ['Date and time', 'before'],
    ['Direction', 'is not'],
  ] as const) {
    const opened = await add(field);
    await choose(opened, operator);
    await page.keyboard.press('Escape');
    await expect(opened.editor).toBeHidden();
    await expect(opened.chip).toHaveCount(0);
  }
});
