import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, person, signedIn, test } from './launch';

/** Slows all animations of the page down by this factor; 1 ends that. */
const slowDown = (client: CDPSession, factor: number) =>
  client.send('Animation.setPlaybackRate', { playbackRate: 1 / factor });

/** Removes a menu that still fades out in the step in which the next dialog goes, as on a machine that was busy for longer. */
const endMenuWithDialog = (page: Page) =>
  page.evaluate(() => {
    const isDialog = (node: Node) => node instanceof Element && node.matches('[data-modal]');
    new MutationObserver((changes, observer) => {
      if (!changes.some(({ removedNodes }) => [...removedNodes].some(isDialog))) return;
      observer.disconnect();
      for (const animation of document.getAnimations()) animation.finish();
    }).observe(document.body, { childList: true });
  });

test('Escape returns the focus to the button of the menu that a dialog was opened from, whatever still fades', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const client = await page.context().newCDPSession(page);
  await client.send('Animation.enable');
  const me = page.getByRole('button', { name: new RegExp(`^${person.name}`) });
  const more = page.getByRole('button', { name: 'More actions for “First key”' });
  const byMenu: [address: string, opener: Locator, item: string][] = [
    ['/admin/keys', more, 'Export private key…'],
    ['/admin/keys', me, 'Recovery kit…'],
    ['/reports', me, 'Recovery kit…'],
    ['/preferences', me, 'Recovery kit…'],
  ];
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const open = async (opener: Locator, item: string, onOpen = async () => {}) => {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: item })).toBeVisible();
    await onOpen();
    await page.getByRole('menuitem', { name: item }).focus();
    await page.keyboard.press('Enter');
  };

  for (const [address, opener, item] of byMenu) {
    await page.goto(`app://earshot${address}`);
    await expect(opener).toBeVisible();

    await test.step(`${item} on ${address}, at once`, async () => {
      await open(opener, item);
      await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    });

    await test.step(`${item} on ${address}, while the dialog opens`, async () => {
      await slowDown(client, 20);
      await open(opener, item);
      await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1);
      await page.keyboard.press('Escape');
      await slowDown(client, 1);
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    });

    await test.step(`${item} on ${address}, with a menu that disappears in the same moment`, async () => {
      await open(opener, item, async () => {
        // A menu that has not begun to appear would not fade out.
        await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
        await slowDown(client, 1000);
      });
      await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1);
      await expect(page.locator('[data-exiting] [role=menu]')).toHaveCount(1);
      await endMenuWithDialog(page);
      await page.keyboard.press('Escape');
      await expect(page.locator('[role=menu]')).toHaveCount(0);
      await slowDown(client, 1);
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    });
  }
});
