import { join } from 'node:path';
import { openConnection } from '../../electron/service/store/connection';
import { readyToEvaluate } from './evaluated-calls';
import { ask, expect, look, setTheme, speak, test } from './launch';

const form = {
  name: 'Service call',
  sections: [{ title: 'The call', questions: [{ type: 'yes_no', title: 'Greeted the customer', max_points: 5 }] }],
};

test('a sample of calls is drawn, drawn again with its seed, and assigned', async ({ earshot }) => {
  const { page, dataFolder } = earshot;
  const agent = await readyToEvaluate(earshot, form);
  await page.goto('app://earshot/queue');
  const dialog = page.getByRole('dialog', { name: /^(Which calls should be drawn|Who should score these calls)\?$/ });
  const seeds = async () =>
    (await ask(page, 'GET', '/api/v2/evaluation_samples.json')).evaluation_samples.map(
      ({ seed }: { seed: string }) => seed,
    );
  const drawnCalls = () => dialog.getByRole('region', { name: 'The calls' }).getByRole('listitem').allTextContents();
  let first: string[] = [];
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await test.step('three of all calls at random, with a new seed', async () => {
    await page.getByRole('button', { name: 'Take a sample…' }).press('Enter');
    await dialog.getByRole('button', { name: /Period$/ }).click();
    await page.getByRole('option', { name: 'As in the search' }).click();
    await dialog.getByRole('radio', { name: 'No split' }).press('Space');
    const amount = dialog.getByRole('textbox', { name: 'Calls in all' });
    await amount.fill('0');
    await expect(dialog).toContainText('Enter a whole number from 1 to 1,000');
    await amount.fill('3');
    await look(page, 'sample');
    await setTheme(page, 'light');
    await dialog.getByRole('button', { name: 'Draw 3 calls' }).press('Enter');
    await expect(dialog.getByRole('status').first()).toHaveText('3 calls, drawn from 6');
    await expect.poll(async () => (await drawnCalls()).every((text) => text.length > 3)).toBe(true);
    first = await drawnCalls();
    await expect(dialog.getByRole('button', { name: /Form$/ })).toBeFocused();
    // One list request for the names of all drawn calls, and none for each of them.
    expect(asked.filter((path) => /\/calls\/.*json$|\/calls\.json$/.test(path))).toEqual(['/api/v2/calls.json']);
    await look(page, 'sample-drawn');
    await setTheme(page, 'light');
  });

  await test.step('the same seed draws the same calls', async () => {
    const [seed = ''] = await seeds();
    await dialog.getByRole('button', { name: 'Change and draw again' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Seed' }).fill(seed);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status').first()).toHaveText('3 calls, drawn from 6');
    await expect.poll(drawnCalls).toEqual(first);
    expect(await seeds()).toEqual([seed, seed]);
  });

  await test.step('the drawn calls are assigned, and are not drawn again', async () => {
    await expect(dialog).toContainText('3 calls have no known agent.');
    const assign = dialog.getByRole('button', { name: /^Assign / });
    await expect(assign).toHaveAccessibleName('Assign calls');
    await dialog.getByRole('combobox', { name: 'Agent of these calls' }).fill(agent.name);
    await page.getByRole('option', { name: agent.name }).click();
    await dialog.getByRole('button', { name: 'Assign 3 calls' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('grid', { name: 'My queue' }).getByRole('row')).toHaveCount(4);
    const origin = page.getByRole('complementary', { name: 'Where it comes from' });
    await expect(origin.getByRole('heading', { name: /^Sample, / })).toBeVisible();
    await expect(origin).toContainText('3 calls, drawn from 6');
    await expect(origin.getByRole('listitem')).toHaveText(`${agent.name}0 of 3 scored`);
  });

  await test.step('a draw by agent names the agents who are no users, whose calls it leaves out', async () => {
    await page.getByRole('button', { name: 'Take a sample…' }).press('Enter');
    await dialog.getByRole('button', { name: /Period$/ }).click();
    await page.getByRole('option', { name: 'As in the search' }).click();
    await dialog.getByRole('textbox', { name: 'Calls of each agent' }).fill('1');
    await page.keyboard.press('Enter');
    const none = page.getByRole('dialog', { name: 'No calls were drawn' });
    await expect(none).toContainText('3 calls are left out because their agents are only names, not users:');
    await expect(none.getByRole('listitem').first()).toHaveText(/^.+, [1-3]$/);
    await look(page, 'sample-unlinked');
    await setTheme(page, 'light');
    await none.getByRole('button', { name: 'Cancel' }).press('Enter');
  });

  await test.step('a sample with a name is drawn by agent, and shows its pool', async () => {
    linkCalls(dataFolder, agent.login);
    await page.getByRole('button', { name: 'Take a sample…' }).press('Enter');
    await dialog.getByRole('button', { name: /Period$/ }).click();
    await page.getByRole('option', { name: 'As in the search' }).click();
    await dialog.getByRole('textbox', { name: 'Calls of each agent' }).fill('1');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('November');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status').first()).toHaveText('1 call, drawn from 3');
    await dialog.getByRole('button', { name: 'Assign 1 call' }).press('Enter');
    await expect(dialog).toBeHidden();
    const queue = page.getByRole('grid', { name: 'My queue' });
    await queue.getByRole('row').filter({ hasText: 'November' }).click();
    const origin = page.getByRole('complementary', { name: 'Where it comes from' });
    await expect(origin.getByRole('heading', { name: 'November' })).toBeVisible();
    await expect(origin).toContainText('3 already assigned or evaluated');
    await expect(origin.getByRole('listitem')).toHaveText(`${agent.name}0 of 1 scored, 3 calls in the pool`);
    await look(page, 'queue-sample');
    await speak(page, 'de');
    await page.reload();
    await page.getByRole('button', { name: 'Stichprobe ziehen…' }).press('Enter');
    const german = page.getByRole('dialog', { name: /Welche Anrufe|Wer soll/ });
    await german.getByRole('button', { name: /Ausgangspunkt$/ }).click();
    await page.getByRole('option').nth(1).click();
    await german.getByRole('button', { name: '1 Anruf je Agent ziehen' }).press('Enter');
    await expect(german.getByRole('status').first()).toHaveText('1 Anruf, gezogen aus 2');
  });
});

/** Makes a user the agent of every call. */
function linkCalls(dataFolder: string, login: string): void {
  const db = openConnection(join(dataFolder, 'earshot.db'));
  db.prepare<[string]>(`
    UPDATE call_participants SET user_id = (SELECT user_id FROM users WHERE login = ?)
    WHERE participant_id IN (SELECT min(participant_id) FROM call_participants GROUP BY call_pk)`).run(login);
  db.close();
}
