import { idIn } from '../support/id-in';
import { linkCalls, readyToEvaluate } from './evaluated-calls';
import { ask, expect, look, setTheme, speak, test } from './launch';
import { asTool } from './outside';

const yesNo = { type: 'yes_no', max_points: 5 };
const form = {
  name: 'Support',
  pass_threshold: 80,
  sections: [
    {
      title: 'Opening',
      questions: [
        { ...yesNo, title: 'Greets the caller' },
        {
          ...yesNo,
          title: 'Checks who is calling',
          options: [
            { label: 'yes', points: 5 },
            { label: 'no', points: 0, fails_form: true },
          ],
        },
      ],
    },
    {
      title: 'Listening',
      questions: [{ type: 'numeric', max_points: 5, title: 'Says the problem back', description: '5 names the cause' }],
    },
  ],
};

type Answer = { answer: string | number; comment?: string; position?: number };

test('a round is set up, scored alone, compared and agreed on, by keyboard', async ({ earshot }) => {
  const { page, dataFolder } = earshot;
  const { keyboard } = page;
  const other = await readyToEvaluate(earshot, form);
  await linkCalls(page, dataFolder);
  const calibration = async () => {
    const { calibrations } = await ask(page, 'GET', '/api/v2/calibrations.json');
    return (await ask(page, 'GET', `/api/v2/calibrations/${calibrations[0].calibration_id}.json`)).calibration;
  };

  await test.step('the empty list says what it is for', async () => {
    await page.goto('app://earshot/evaluations');
    await page.getByRole('link', { name: 'Calibration' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'No calibration yet' })).toBeVisible();
    await look(page, 'calibrations-empty');
    await setTheme(page, 'light');
  });

  await test.step('a round of two calls begins from a selection', async () => {
    await page.goto('app://earshot/review');
    const list = page.getByRole('grid', { name: 'Calls' });
    await list.locator('[data-row="0"]').waitFor();
    await list.focus();
    await keyboard.press('Home');
    await keyboard.press('Control+Space');
    await keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('region', { name: 'Selected' });
    await expect(bar).toContainText('2 selected');
    const calibrate = page.getByRole('button', { name: 'Calibrate…' });
    if (!(await calibrate.isVisible())) await bar.getByRole('button', { name: 'More actions' }).press('Enter');
    await calibrate.press('Enter');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
    const begin = page.getByRole('button', { name: 'Begin round' });
    await expect(begin).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('textbox', { name: 'Name' }).fill('November');
    for (const name of ['Marta', 'Ines']) {
      await page.getByRole('combobox', { name: 'Add a person' }).fill(name);
      await keyboard.press('Enter');
    }
    await expect(page.getByText('2 calls × 2 people = 4 scores.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Add a person' })).toBeFocused();
    await look(page, 'calibration-new');
    await setTheme(page, 'light');
    await begin.press('Enter');
    await expect(page.getByText('You score alone.')).toBeVisible();
  });

  await test.step('its words and its deadline can be changed while it is open', async () => {
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Name and deadline…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change this round' });
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Complaints of the month');
    await dialog.getByRole('spinbutton').first().pressSequentially('24122099');
    await look(page, 'calibration-change');
    await setTheme(page, 'light');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(page.getByText('Complaints of the month')).toBeVisible();
    await expect.poll(async () => (await calibration()).deadline).toMatch(/^2099-12-2[45]T/);
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).press('Enter');
  });

  const { evaluation_forms } = await ask(page, 'GET', '/api/v2/evaluation_forms.json');
  const { sections } = (await ask(page, 'GET', `/api/v2/evaluation_forms/${evaluation_forms[0].form_id}.json`))
    .evaluation_form;
  type Section = { form_section_id: string; questions: { form_question_id: string }[] };
  const report = (answers: Answer[][]) => ({
    evaluation_report: {
      status: 'completed',
      sections: sections.map(({ form_section_id, questions }: Section, i: number) => ({
        form_section_id,
        questions: questions.map(({ form_question_id }, j) => ({ form_question_id, ...answers[i]?.[j] })),
      })),
    },
  });
  /** Completes the other person's part of a call, on their computer. */
  const scoreAsOther = async (place: number, answers: Answer[][]) => {
    const { calibration_id } = await calibration();
    const { calls } = (await asTool(earshot, 'GET', `/api/v2/calibrations/${calibration_id}.json`, undefined, other))
      .calibration;
    const path = `/api/v2/evaluation_reports/${calls[place].report_id}.json`;
    return asTool(earshot, 'PUT', path, report(answers), other);
  };

  await test.step('each scores alone: the stage of a call that is still open tells nothing of the others', async () => {
    await scoreAsOther(0, [
      [{ answer: 'yes' }, { answer: 'no', comment: 'A number alone is no check', position: 1_000 }],
      [{ answer: 4, comment: 'Late, but there', position: 2_000 }],
    ]);
    await scoreAsOther(1, [[{ answer: 'yes' }, { answer: 'yes' }], [{ answer: 5 }]]);
    await look(page, 'calibration-open');
    await setTheme(page, 'light');
    await expect(page.getByText('0 of 2 scored')).toBeVisible();
    await page.goto('app://earshot/queue');
    await expect(page.getByRole('grid', { name: 'My queue' }).getByTitle('Calibration')).toHaveCount(2);
    await page.getByRole('grid', { name: 'My queue' }).getByRole('row').nth(1).click();
    await expect(page.getByText(/November · [12] of 2/)).toBeVisible();
    await page.goto(`app://earshot/evaluations/calibration/${(await calibration()).calibration_id}`);
    await page.getByRole('link', { name: 'Score' }).first().press('Enter');
    await expect(page.getByRole('group', { name: 'Greets the caller', exact: true })).toBeVisible();
    await expect(page.getByText('You score alone.')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'History' })).toBeHidden();
    await expect(page.getByRole('textbox', { name: /note/i })).toBeHidden();
    await look(page, 'calibration-stage');
    await setTheme(page, 'light');
    await page.getByRole('group', { name: 'Greets the caller', exact: true }).focus();
    for (const key of ['1', 'ArrowDown', '1', 'ArrowDown', '2']) await keyboard.press(key);
    await keyboard.press('Control+Enter');
    const own = async () => (await calibration()).evaluators.map(({ finished }: { finished: number }) => finished);
    await expect.poll(own).toContain(1);
    const { calls } = await calibration();
    const last = report([[{ answer: 'yes' }, { answer: 'yes' }], [{ answer: 5 }]]);
    await ask(page, 'PUT', `/api/v2/evaluation_reports/${calls[1].report_id}.json`, last);
    expect((await calibration()).status).toBe('ended');
  });

  await test.step('the ended round says how far they agree', async () => {
    await page.goto('app://earshot/evaluations/calibration');
    const round = page.getByRole('grid', { name: 'Calibration' }).getByRole('row', { name: /November/ });
    await expect(round).toContainText('Ended');
    await look(page, 'calibrations');
    await setTheme(page, 'light');
    await round.click();
    await expect(page.getByText('4 of 6 answers alike')).toBeVisible();
    await expect(page.getByRole('region', { name: 'People' })).toContainText('points milder');
    await look(page, 'calibration-ended');
    await setTheme(page, 'light');
    await page.getByRole('link').filter({ hasText: /./ }).last().press('Enter');
  });

  const { calibration_id, calls } = await calibration();
  const compared = async () =>
    (await ask(page, 'GET', `/api/v2/calibrations/${calibration_id}/calls/${calls[0].call_id}.json`)).calibration_call
      .questions;
  const voices = page.getByRole('region', { name: 'Voices' });

  await test.step('the answers to a call stand side by side, those that differ first', async () => {
    await page.goto(`app://earshot/evaluations/calibration/${calibration_id}/${calls[0].call_id}`);
    const rows = page.getByRole('row').filter({ has: page.getByRole('button') });
    await expect(rows.nth(0)).toContainText('Says the problem back');
    await expect(rows.nth(1)).toContainText('Fails the call');
    await expect(page.getByRole('rowheader', { name: 'Alike, 1 question' })).toBeVisible();
    await expect(voices).toContainText('Late, but there');
    await look(page, 'calibration-compared');
    await setTheme(page, 'light');
    await rows.nth(0).getByRole('button').focus();
    await keyboard.press('j');
    await expect(voices.getByRole('heading', { name: /Checks who is calling/ })).toBeVisible();
    await keyboard.press('p');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await keyboard.press('ArrowDown');
    await expect(voices.getByRole('heading', { name: /Greets the caller/ })).toBeVisible();
    for (const _ of [1, 2]) await keyboard.press('ArrowUp');
    await expect(voices.getByRole('heading', { name: /Says the problem back/ })).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await rows.nth(2).getByRole('button').focus();
    await keyboard.press('Enter');
    await expect(voices.getByRole('heading', { name: /Greets the caller/ })).toBeVisible();
    for (const _ of [1, 2]) await keyboard.press('ArrowUp');
  });

  await test.step('what is typed stays with its question, and is asked for before it is lost', async () => {
    await voices.getByRole('textbox', { name: 'Note' }).fill('Not yet');
    await voices.getByRole('textbox', { name: 'Note' }).press('Escape');
    await page.getByRole('row').filter({ hasText: 'Greets the caller' }).getByRole('button').press('Enter');
    await expect(voices.getByRole('heading', { name: /Greets the caller/ })).toBeVisible();
    await page.getByRole('button', { name: 'Next call of the round' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button').first().press('Enter');
    await page.getByRole('row').filter({ hasText: 'Says the problem back' }).getByRole('button').press('Enter');
    await expect(voices.getByRole('textbox', { name: 'Note' })).toHaveValue('Not yet');
  });

  await test.step('a comment, and an agreed answer that the form shows as guidance', async () => {
    await keyboard.press('t');
    await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeFocused();
    await keyboard.type('Only if said before the caller asks.');
    await keyboard.press('Control+Enter');
    await expect(voices.getByRole('listitem').filter({ hasText: 'before the caller asks' })).toBeVisible();
    await keyboard.press('Escape');
    await voices.getByRole('radio', { name: '3' }).press('Space');
    await voices.getByRole('textbox', { name: 'Note' }).fill('The cause counts only before the caller asks');
    await voices.getByRole('checkbox', { name: 'Show as guidance in the form' }).press('Space');
    await keyboard.press('Control+Enter');
    await expect(voices.getByRole('heading', { name: /Checks who is calling/ })).toBeVisible();
    await expect
      .poll(async () => (await compared()).map(({ agreed }: { agreed: object }) => agreed))
      .toMatchObject([null, null, { answer: 3, as_guidance: true }]);
    await look(page, 'calibration-agreed');
  });

  await test.step('the note is guidance for whoever scores with the form next', async () => {
    const record = { form_id: evaluation_forms[0].form_id, call_id: calls[0].call_id };
    const evaluation_report = { ...record, agent_user_id: calls[0].agent_user_id };
    const { url } = await ask(page, 'POST', '/api/v2/evaluation_reports.json', { evaluation_report });
    await page.goto(`app://earshot/evaluations/${idIn(url)}`);
    const question = page.getByRole('group', { name: 'Says the problem back', exact: true });
    await question.getByRole('radio', { name: '4' }).press('Space');
    await expect(question).toContainText('The cause counts only before the caller asks (November)');
    await page.goto(`app://earshot/evaluations/calibration/${calibration_id}/${calls[0].call_id}`);
    await expect(voices).toContainText('Late, but there');
  });

  await test.step('in German, and in a narrow window', async () => {
    await speak(page, 'de');
    await page.reload();
    await expect(page.getByText('Vereinbarte Antwort')).toBeVisible();
    await look(page, 'calibration-compared-german');
    await page.setViewportSize({ width: 960, height: 600 });
    await page.getByRole('tab', { name: 'Stimmen' }).press('Enter');
    await look(page, 'calibration-compared-narrow');
  });

  await test.step('a round is deleted after asking', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`app://earshot/evaluations/calibration/${calibration_id}`);
    await page.getByRole('button', { name: 'Mehr', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Löschen…' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Runde löschen' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Noch keine Kalibrierung' })).toBeVisible();
  });
});
