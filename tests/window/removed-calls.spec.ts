import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openConnection } from '../../electron/service/store/connection';
import { ask, expect, look, person, setTheme, signedIn, speak, test } from './launch';

test.use({ calls: 40 });

const address = 'app://earshot/admin/removed-calls';

/** Removes the first calls of the list, and returns their ids. */
async function remove(page: Page, count: number): Promise<string[]> {
  const { calls } = await ask(page, 'GET', `/api/v2/calls.json?limit=${count}`);
  const call_ids = calls.map(({ call_id }: { call_id: string }) => call_id);
  expect((await ask(page, 'POST', '/api/v2/calls/removal.json', { call_ids })).removed).toHaveLength(count);
  return call_ids;
}

test('the open call is removed from its menu or with a key, and Undo brings it back', async ({ earshot }) => {
  const { page } = earshot;
  const { keyboard } = page;
  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(earshot);
  const list = page.getByRole('grid', { name: 'Calls' });
  const selected = list.locator('[role=row][aria-selected=true]');
  const counted = (count: number) => page.getByRole('status').filter({ hasText: `${count} calls` });
  const pane = page.getByRole('complementary', { name: 'Call' });
  await list.focus();
  await keyboard.press('ArrowDown');
  await expect(selected).toHaveAttribute('aria-rowindex', '3');
  const [first, second] = [await selected.textContent(), await list.locator('[data-row="2"]').textContent()];

  await test.step('from the menu of the call', async () => {
    await pane.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Remove this call' }).click();
    await expect(counted(39)).toBeVisible();
    await expect(selected).toHaveText(second ?? '');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(counted(40)).toBeVisible();
    await expect(list).toContainText(first ?? '');
  });

  await test.step('with a key in the list, right after the selection has moved', async () => {
    await list.focus();
    await keyboard.press('Home');
    const [next] = [await list.locator('[data-row="1"]').textContent()];
    await keyboard.press('ArrowDown');
    await keyboard.press('Delete');
    await expect(counted(39)).toBeVisible();
    await expect(list).not.toContainText(next ?? '');
    await expect(list).toBeFocused();
    await keyboard.press('Control+z');
    await expect(counted(40)).toBeVisible();
  });

  await test.step('chosen calls are removed instead of the selected one', async () => {
    await list.focus();
    await keyboard.press('Home');
    await keyboard.press('Shift+Space');
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Delete');
    await expect(counted(37)).toBeVisible();
  });

  await test.step('a legal hold refuses it, and says so', async () => {
    await pane.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Place a legal hold' }).click();
    await expect(page.getByText('Legal hold placed')).toBeVisible();
    await list.focus();
    await keyboard.press('Delete');
    await expect(pane.getByText('It does not change until the hold is lifted')).toBeVisible();
    await expect(counted(37)).toBeVisible();
  });
});

test('removed calls are restored, several at once or one after a question, and one that is gone is named', async ({
  earshot,
}) => {
  const { page, dataFolder } = earshot;
  const { keyboard } = page;
  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(earshot);
  await page.getByRole('grid', { name: 'Calls' }).waitFor();
  const inDatabase = (sql: string, ...values: unknown[]) => {
    const db = openConnection(join(dataFolder, 'earshot.db'));
    db.transaction(() => db.prepare<unknown[]>(sql).run(...values));
    db.close();
  };
  const list = page.getByRole('grid', { name: 'Removed calls' });
  const row = (at: number) => list.locator(`[data-row="${at}"]`);
  const bar = page.getByRole('region', { name: 'Selected' });
  const ids = await remove(page, 5);
  inDatabase('UPDATE calls SET removed_at = removed_at - 27 * 86400000 WHERE call_id = ?', ids[0]);

  await test.step('the page is in administration, and says who removed a call and when it is destroyed', async () => {
    await page.getByRole('link', { name: 'Administration', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Removed calls' }).press('Enter');
    await expect(list).toHaveAttribute('aria-rowcount', '6');
    await expect(row(0)).toContainText(person.name);
    await expect(row(0)).toContainText(/In \d\d days/i);
    await expect(row(4)).toContainText(/In \d days/i);
    await look(page, 'removed-calls');
    await setTheme(page, 'light');
  });

  await test.step('several are chosen with the keyboard, and listed in Review again', async () => {
    await list.focus();
    await keyboard.press('Home');
    await keyboard.press('Space');
    await keyboard.press('Shift+ArrowDown');
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Restore' }).press('Enter');
    await expect(page.getByText('2 calls restored')).toBeVisible();
    await expect(list).toHaveAttribute('aria-rowcount', '4');
    await expect(bar).toBeHidden();
  });

  await test.step('one is restored after a question, whose Esc leaves it', async () => {
    const question = page.getByRole('dialog', { name: 'Restore this call?' });
    await row(0).dblclick();
    await expect(question).toContainText('Otherwise it is destroyed on');
    await look(page, 'removed-call-restore');
    await setTheme(page, 'light');
    await keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(list).toBeFocused();
    await keyboard.press('Enter');
    await expect(question.getByRole('button', { name: 'Restore' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByText('1 call restored')).toBeVisible();
    await expect(list).toHaveAttribute('aria-rowcount', '3');
    await expect(list).toBeFocused();
  });

  await test.step('a call that is being destroyed is named with the reason, even if the list is empty then', async () => {
    inDatabase('UPDATE calls SET destroying = 1 WHERE call_id = ?', ids[0]);
    await keyboard.press('Control+a');
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Restore' }).press('Enter');
    const refused = page.getByRole('alertdialog', { name: 'Not everything was changed' });
    await expect(refused).toContainText('no longer among the removed calls');
    const empty = page.getByRole('heading', { name: 'No removed calls' });
    await expect(empty).toBeVisible();
    await keyboard.press('Enter');
    await expect(refused).toBeHidden();
    await expect(empty).toBeFocused();
    await look(page, 'removed-calls-empty');
    await setTheme(page, 'light');
    await page.getByRole('link', { name: 'Leave administration' }).press('Enter');
    await expect(page.getByRole('grid', { name: 'Calls' })).toHaveAttribute('aria-rowcount', '40');
  });

  await test.step('in German, in a small window', async () => {
    const [first] = await remove(page, 12);
    inDatabase('UPDATE calls SET removed_at = removed_at - 27 * 86400000 WHERE call_id = ?', first);
    await page.setViewportSize({ width: 960, height: 600 });
    await speak(page, 'de');
    await page.goto(address);
    const german = page.getByRole('grid', { name: 'Gelöschte Anrufe' });
    await german.locator('[data-row="1"]').click();
    await german.focus();
    await keyboard.press('Control+a');
    await expect(page.getByRole('region', { name: 'Auswahl' })).toContainText('12');
    await look(page, 'removed-calls-german');
  });
});
