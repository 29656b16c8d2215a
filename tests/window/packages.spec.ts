import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { linkCalls, readyToEvaluate } from './evaluated-calls';
import { ask, type Earshot, expect, look, setTheme, signIn, speak, test } from './launch';

const form = {
  name: 'Support',
  sections: [{ title: 'Opening', questions: [{ type: 'yes_no', max_points: 5, title: 'Greets the caller' }] }],
};

/** Saves what the window offers next to this file. */
const saveNextTo = ({ app }: Earshot, filePath: string) =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, filePath);

/** A file that was saved, once it is complete. */
async function saved(file: string): Promise<Buffer> {
  await expect
    .poll(() => {
      try {
        return readFileSync(file).length;
      } catch {
        return 0;
      }
    })
    .toBeGreaterThan(0);
  return readFileSync(file);
}

test('a round goes to another machine and its result comes back, with keys that are compared', async ({ earshot }) => {
  const { page, dataFolder } = earshot;
  const ines = await readyToEvaluate(earshot, form);
  await linkCalls(page, dataFolder);
  const at = (name: string) => join(dataFolder, '..', name);
  const [identity, round, result] = [at('identity.json'), at('round.earshot-package'), at('result.earshot-package')];

  await test.step('the account page draws the own key, and saves it', async () => {
    await page.goto('app://earshot/account');
    await expect(page.getByRole('heading', { name: 'Identity' })).toBeVisible();
    await look(page, 'account-identity');
    await setTheme(page, 'light');
    await saveNextTo(earshot, identity);
    await page.getByRole('button', { name: 'My identity file…' }).press('Enter');
    expect(JSON.parse((await saved(identity)).toString()).identity.name).toBe('Marta Okafor');
  });

  const { users } = await ask(page, 'GET', '/api/v2/users.json');
  const { user_id } = users.find(({ name }: { name: string }) => name === ines.name);
  const own = await ask(page, 'GET', `/api/v2/users/${user_id}/identity.json`);

  await test.step('a person of a new round scores on another machine, by their identity file', async () => {
    const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=1');
    await page.goto(`app://earshot/evaluations/calibration/new?calls=${calls[0].call_id}`);
    await page.getByRole('textbox', { name: 'Name' }).fill('November');
    for (const name of ['Marta', 'Ines']) {
      await page.getByRole('combobox', { name: 'Add a person' }).fill(name);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name: /Ines.* scores on another machine…/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /Ines.* on another machine/ });
    await expect(dialog.getByRole('button', { name: 'Scores on another machine' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    const input = page.locator('input[type=file]');
    const other = at('other.json');
    writeFileSync(other, JSON.stringify({ identity: { ...own.identity, fingerprint: '0'.repeat(64) } }));
    await input.setInputFiles(other);
    await expect(dialog).toContainText('This file is no identity of a person.');
    writeFileSync(identity, JSON.stringify(own));
    await input.setInputFiles(identity);
    await expect(dialog).toContainText('by phone');
    await look(page, 'package-person');
    await setTheme(page, 'light');
    await dialog.getByRole('button', { name: 'Scores on another machine' }).press('Enter');
    await expect(page.getByRole('main')).toContainText('on another machine');
    await page.getByRole('button', { name: 'Begin round' }).press('Enter');
    await expect(page.getByText('You score alone.')).toBeVisible();
  });

  await test.step('the leader exports the round for them', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: /Export for Ines/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /Export for Ines/ });
    await expect(dialog).toContainText('The audio leaves this computer.');
    await expect(dialog).toContainText('1 call, ');
    await look(page, 'package-export');
    await setTheme(page, 'light');
    await saveNextTo(earshot, round);
    await dialog.getByRole('button', { name: 'Save file…' }).press('Enter');
    await saved(round);
  });

  await test.step('a package for somebody else is refused with its sentence', async () => {
    await page.goto('app://earshot/evaluations/calibration');
    await page.locator('input[type=file]').setInputFiles(round);
    const dialog = page.getByRole('alertdialog', { name: 'The package was not brought in' });
    await expect(dialog).toContainText('Only the key of the person whom the package is for opens it.');
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  });

  await test.step('the evaluator compares the key of the sender, and brings the round in', async () => {
    await signOut(page);
    await signIn(page, ines);
    await expect(page.getByRole('link', { name: 'Review' })).toBeVisible();
    await page.goto('app://earshot/evaluations/calibration');
    await page.locator('input[type=file]').setInputFiles(round);
    const dialog = page.getByRole('dialog', { name: 'A package from Marta Okafor' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(dialog).toContainText('Compare these bars with Marta Okafor');
    await look(page, 'package-sender');
    await setTheme(page, 'light');
    await dialog.getByRole('button', { name: 'It is theirs, bring it in' }).press('Enter');
    await expect(page.getByText('from Marta Okafor')).toBeVisible();
    await expect(page.getByText('You score alone.')).toBeVisible();
  });

  await test.step('once all is scored, the result is saved', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { calibration } = await ask(page, 'GET', `/api/v2/calibrations/${id}.json`);
    const path = `/api/v2/evaluation_reports/${calibration.calls[0].report_id}.json`;
    const { sections } = (await ask(page, 'GET', path)).evaluation_report;
    const answered = sections.map(({ form_section_id, questions }: Sections) => ({
      form_section_id,
      questions: questions.map(({ form_question_id }) => ({ form_question_id, answer: 'yes' })),
    }));
    await ask(page, 'PUT', path, { evaluation_report: { status: 'completed', sections: answered } });
    await expect(page.getByText('You will not see the others’ answers here.')).toBeVisible();
    await look(page, 'package-result');
    await speak(page, 'de');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Ergebnis speichern…' })).toBeVisible();
    await speak(page, 'en');
    await page.reload();
    await setTheme(page, 'light');
    await saveNextTo(earshot, result);
    await page.getByRole('button', { name: 'Save result…' }).press('Enter');
    await saved(result);
  });

  await test.step('the leader brings the result in', async () => {
    await signOut(page);
    await signIn(page);
    await expect(page.getByRole('link', { name: 'Review' })).toBeVisible();
    const { calibrations } = await ask(page, 'GET', '/api/v2/calibrations.json?search_term=November&status=open');
    await page.goto(`app://earshot/evaluations/calibration/${calibrations[0].calibration_id}`);
    await expect(page.getByRole('button', { name: 'Bring in a result…' })).toBeVisible();
    await page.locator('input[type=file]').setInputFiles(result);
    const dialog = page.getByRole('dialog', { name: /A result from Ines/ });
    await dialog.getByRole('button', { name: 'It is theirs, bring it in' }).press('Enter');
    await expect(page.getByText(/The result of Ines.* was brought in/)).toBeVisible();
    // A file input says nothing of the file that it has already.
    copyFileSync(result, at('again.earshot-package'));
    await page.locator('input[type=file]').setInputFiles(at('again.earshot-package'));
    await page.getByRole('button', { name: 'It is theirs, bring it in' }).press('Enter');
    const refused = page.getByRole('alertdialog', { name: 'The package was not brought in' });
    await expect(refused).toContainText('A result of this person was brought in before.');
  });
});

type Sections = { form_section_id: string; questions: { form_question_id: string }[] };

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Okafor|Ines/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}
