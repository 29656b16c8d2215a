import { expectSettled, gridOf } from './call-list';
import { ask, expect, expectAccessible, look, lookAround, setTheme, signedIn, test } from './launch';

test('a call is corrected in its pane, a time is gone to, and a region gets a note', async ({ earshot }) => {
  const { page } = earshot;
  await signedIn(earshot);
  await lookAround(page);
  await page.keyboard.press('Escape');
  const pane = page.getByRole('complementary', { name: 'Call' });
  const row = gridOf(page).getByRole('row', { selected: true });
  const shown = async () => {
    const id = new URL(page.url()).searchParams.get('call');
    return (await ask(page, 'GET', `/api/v2/calls/${id}.json`)).call;
  };
  await gridOf(page).focus();
  await expect.poll(() => page.url()).toContain('call=');

  await test.step('direction, both sides and the agent', async () => {
    const opener = pane.getByRole('button', { name: 'Correct who was on the call' });
    await opener.press('Enter');
    const editor = page.getByRole('dialog', { name: 'Correct who was on the call' });
    await editor.getByText('Outbound', { exact: true }).click();
    const called = editor.getByRole('group', { name: 'Called: Customer' });
    await called.getByLabel('Name').fill('Tomás Núñez');
    await called.getByLabel('Number').fill('+44 20 7946 0321');
    await editor.getByRole('combobox', { name: 'Agent' }).fill('Marta');
    await page.keyboard.press('Enter');
    await look(page, 'correct-call');
    await setTheme(page, 'light');
    await editor.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(editor).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(row).toContainText('Tomás Núñez');
    await expect(row).toContainText('Marta Okafor');
    await expect.poll(shown).toMatchObject({ to_name: 'Tomás Núñez', agent_name: 'Marta Okafor' });
  });

  await test.step('calls without audio are set apart', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.keyboard.type('has au');
    await page.keyboard.press('Enter');
    const popover = page.getByRole('dialog', { name: 'Has audio' });
    await popover.getByRole('option', { name: /^Yes/ }).click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Has audio', exact: true })).toContainText('Yes');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove Has audio' }).click();
    // Until then, Enter plays the first of the filtered calls.
    await expectSettled(page);
    await expect(row).toContainText('Tomás Núñez');
  });

  const deck = page.getByRole('group', { name: 'Player' });
  await test.step('Ctrl G goes to a time, and says what is no time and what is behind the end', async () => {
    await gridOf(page).press('Enter');
    await expect(deck.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await deck.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
    await page.keyboard.press('Control+g');
    const field = page.getByRole('dialog', { name: 'Go to a time' }).getByRole('textbox');
    await expect(field).toBeFocused();
    await page.keyboard.type('1:75');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter a time such as 1:23, 83 or 1:02:03.')).toBeVisible();
    await expectAccessible(page);
    await field.fill('9:00:00');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^This call ends at/)).toBeVisible();
    await field.fill('0:02');
    await page.keyboard.press('Enter');
    await expect(field).toBeHidden();
    await expect(deck.getByRole('timer')).toContainText('0:02');
  });

  await test.step('M marks the beginning and the end of a region for a note', async () => {
    await deck.focus();
    await page.keyboard.press('m');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('m');
    const note = page.getByRole('dialog', { name: 'Add a note' });
    await expect(note.getByText('0:02–0:04')).toBeVisible();
    await note.getByRole('textbox').fill('The greeting');
    await page.keyboard.press('Control+Enter');
    await expect(note).toBeHidden();
    await pane.getByRole('tab', { name: /^Notes/ }).press('Enter');
    await expect(pane.getByRole('listitem').filter({ hasText: 'The greeting' })).toContainText('0:02–0:04');
  });
});
