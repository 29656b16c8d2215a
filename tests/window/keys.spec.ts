import en from '../../renderer/i18n/texts.en.json' with { type: 'json' };
import { expectSelected } from './call-list';
import { expect, expectAccessible, signedIn, test } from './launch';

test.use({ calls: 250 });

test('the key sheet names every command', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expectSelected(page, 1);

  await page.keyboard.press('F1');

  const names = page.getByRole('dialog').getByRole('term');
  expect(await names.allInnerTexts()).toEqual(expect.arrayContaining(Object.values(en.keys.command)));
  await expectAccessible(page);
});

test('Esc closes the call pane at once, even while a tooltip is open', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.setViewportSize({ width: 960, height: 600 });
  const opener = page.getByRole('button', { name: 'Call pane' });
  await opener.click();
  const pane = page.getByRole('complementary', { name: 'Call' });
  await expect(pane).toBeVisible();
  await page.mouse.move(0, 0);
  await opener.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();

  await page.keyboard.press('Escape');

  await expect(pane).toBeHidden();
  await expect(page.getByRole('tooltip')).toBeHidden();
});
