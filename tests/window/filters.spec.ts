import { expectSelected, gridOf } from './call-list';
import { expect, expectAccessible, signedIn, test } from './launch';

test.use({ calls: 250 });

test('Backspace in the calendar of a filter keeps the filter; on its chip it removes the filter', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Date' }).click();
  await page.getByRole('button', { name: 'Last 90 days' }).click();
  const chip = page.getByRole('group', { name: 'Date', exact: true });
  const value = chip.getByRole('button').first();
  await value.click();
  const calendar = page.getByRole('dialog', { name: 'Date' });
  await calendar.getByRole('button', { name: 'Last 7 days' }).focus();

  await page.keyboard.press('Backspace');

  await expect(calendar).toBeVisible();
  await expect(page).toHaveURL(/from=/);

  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await value.focus();
  await page.keyboard.press('Backspace');
  await expect(chip).toBeHidden();
  await expect(page).not.toHaveURL(/from=/);
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
  await page.getByRole('menuitem', { name: 'Date' }).click();
  await page.getByRole('button', { name: 'Today', exact: true }).click();

  await expect(page).toHaveURL(new RegExp(`from=${now.toISOString().slice(0, 10)}&to=`));
});

test('days are typed in the order of the language, and refused if they are not a valid range', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.evaluate(() => window.earshot.preferences({ language: 'de' }));
  await page.reload();
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Datum' }).press('Enter');
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
});

test('the direction filter opens with visible focus on its first option, and arrows move it', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Direction' }).press('Enter');
  const choice = (name: string) =>
    page.getByRole('dialog', { name: 'Direction' }).getByRole('radio', { name, exact: true });

  await expect(choice('Inbound')).toBeFocused();
  await expect(choice('Inbound')).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('ArrowRight');
  await expect(choice('Outbound')).toBeFocused();
  await expect(choice('Outbound')).toHaveCSS('outline-style', 'solid');
});
