import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ask, expect, expectAccessible, look, signedIn, speak, test } from './launch';
import { type Received, receiver } from './outside';

test.use({ calls: 3 });

const isSigned = ({ headers, text }: Received, secret: string) =>
  headers['webhook-signature']?.split(' ').includes(
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`)
      .digest('base64')}`,
  );

const deliveries = (page: Page) => page.getByRole('complementary', { name: 'Deliveries' }).getByRole('listitem');

test('a webhook is added with the keyboard, its secret saved, tested, tried again, and deleted', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page, app } = earshot;
  const { keyboard } = page;
  const hook = await receiver();
  await page.getByRole('link', { name: 'Administration', exact: true }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await expectAccessible(page);

  const secret = await test.step('a new one, whose secret is shown once', async () => {
    await page.getByRole('button', { name: 'Add webhook' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await keyboard.type('Wallboard');
    await page.getByRole('textbox', { name: 'Address' }).fill('http://wallboard.example.com/');
    await keyboard.press('Control+s');
    await expect(page.getByText('Use https for addresses outside of this computer')).toBeVisible();
    await page.getByRole('textbox', { name: 'Address' }).fill(hook.url);
    await page.getByText('New notes', { exact: true }).click();
    await look(page, 'webhook-new');
    await expectAccessible(page);
    await keyboard.press('Control+s');
    const card = page.getByRole('region', { name: 'Secret of Wallboard' });
    await card.getByRole('button', { name: 'Copy' }).press('Enter');
    const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
    await expect(card).toContainText(copied);
    await look(page, 'webhook-secret');
    await expectAccessible(page);
    await card.getByRole('button', { name: 'I’ve saved it' }).press('Enter');
    await expect(card).toBeHidden();
    return copied;
  });

  await test.step('it is told of a note, and of a test', async () => {
    const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=1');
    await ask(page, 'POST', `/api/v2/calls/${calls[0].call_id}.json/notes.json`, { note: { text: 'Heard' } });
    await page.getByRole('grid', { name: 'Webhooks' }).getByRole('row', { name: 'Wallboard' }).click();
    await expect(deliveries(page)).toHaveText([/New notes.*Delivered/]);
    await page.getByRole('button', { name: 'Send a test' }).press('Enter');
    await expect(deliveries(page)).toHaveText([/Test.*Delivered/, /New notes.*Delivered/]);
    expect(hook.received.map((one) => isSigned(one, secret))).toEqual([true, true]);
  });

  await test.step('what was not accepted is tried again', async () => {
    hook.status = 500;
    await page.getByRole('button', { name: 'Send a test' }).press('Enter');
    await expect(deliveries(page).first()).toContainText('The answer was 500. Next try');
    hook.status = 204;
    await look(page, 'webhook');
    await expectAccessible(page);
    await deliveries(page).first().getByRole('button', { name: 'Send again' }).press('Enter');
    await expect(deliveries(page).first()).toContainText('Delivered');
    await speak(page, 'de');
    await look(page, 'webhook-german');
    await speak(page, 'en');
  });

  await test.step('another secret, and the end', async () => {
    await page.getByRole('button', { name: 'New secret' }).press('Enter');
    await page.getByRole('button', { name: 'I’ve saved it' }).press('Enter');
    await page.getByRole('grid', { name: 'Webhooks' }).getByRole('row', { name: 'Wallboard' }).click();
    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Delete “Wallboard”?' });
    await question.getByRole('button', { name: 'Delete webhook' }).press('Enter');
    await expect(page.getByText('“Wallboard” was deleted')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  });
  hook.close();
});
