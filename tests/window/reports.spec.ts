import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { idIn } from '../support/id-in';
import { evaluateCalls } from './evaluated-calls';
import { ask, type Earshot, expect, look, refuseNext, signedIn, speak, test } from './launch';

const collection = '/api/v2/reports.json';
const figures = (page: Page) => page.getByRole('region', { name: 'Figures' });
const row = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Reports' }).getByRole('row').filter({ hasText: name });
/** The button with the runs of a report. */
const ofRun = /^Run( of|:)/;
const named = (...names: string[]) => names.map((name) => ({ name, header: name }));

async function make(page: Page, report: object): Promise<string> {
  const { url } = await ask(page, 'POST', collection, { report });
  return idIn(url);
}
const open = (page: Page, report_id: string) => page.goto(`app://earshot/reports/${report_id}`);
const dataOf = async (page: Page, report_id: string) =>
  (await ask(page, 'GET', `/api/v2/reports/${report_id}/runs/latest/data.json`)).report_data;

test.use({ calls: 250 });

test('a report is built with its preview, saved and run with the keyboard', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(row(page, 'Calls per hour')).toBeVisible();
  await look(page, 'reports');

  await test.step('a new report', async () => {
    await page.getByRole('button', { name: 'Add report' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await keyboard.type('Calls by direction');
    await page.getByRole('button', { name: 'Add a column' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Header of Columns 2' })).toHaveValue('Hour');
    await page.getByRole('button', { name: /Columns 2/ }).press('Enter');
    await page.getByRole('option', { name: 'Direction' }).press('Enter');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Header of Columns 2' })).toHaveValue('Direction');
    const before = page.getByRole('complementary', { name: 'Preview' });
    await expect(before.getByRole('columnheader', { name: 'Direction' })).toBeVisible();
    await keyboard.press('Control+s');
    await expect(page.getByText('“Calls by direction” was added')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This report has not been run yet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeFocused();
  });

  await test.step('a filter, a chart and the live preview', async () => {
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit report' }).press('Enter');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await expect(preview.getByRole('table', { name: 'Table' })).toBeVisible();
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Filter' }).press('Enter');
    await keyboard.type('length');
    await keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Length' })).toBeFocused();
    await keyboard.type('0:30');
    await keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText('0:30');
    await page.getByText('Bars', { exact: true }).click();
    await page.getByRole('button', { name: 'Group by…' }).click();
    await page.getByRole('group', { name: 'Chart figures' }).getByRole('button', { name: 'Add a figure' }).click();
    await expect(preview.locator('[data-chart] svg')).toBeVisible();
    await look(page, 'report-settings');
  });

  await test.step('a refusal of the API appears at its field', async () => {
    await page.getByText('Send by e-mail').click();
    await keyboard.press('Control+s');
    await expect(page.getByText('Enter at least one e-mail address')).toBeVisible();
    await page.getByRole('textbox', { name: 'Recipients' }).fill('ingrid@example.com');
    await keyboard.press('Enter');
    await keyboard.press('Control+s');
    await expect(page.getByText('“Calls by direction” was saved')).toBeVisible();
  });

  await test.step('a period that ends before it begins is said at its field, which gets the focus', async () => {
    const day = (name: string) => page.getByRole('group', { name, exact: true }).getByRole('spinbutton').first();
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await day('From').focus();
    await keyboard.type('10112026');
    await day('To').focus();
    await keyboard.type('09112026');
    await expect(page.getByText('Ends before it begins', { exact: true })).toBeVisible();
    await expect(preview.getByText('To: Ends before it begins')).toBeVisible();
    await expect(preview.getByText('These figures are for the previous settings.')).toBeVisible();
    await keyboard.press('Control+s');
    await expect(day('To')).toBeFocused();
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(page.getByText('Ends before it begins')).toHaveCount(0);
  });

  await test.step('run, and run again to compare', async () => {
    await page.getByRole('link', { name: 'Calls by direction' }).press('Enter');
    await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
    const table = figures(page).getByRole('table', { name: 'Calls by direction', exact: true });
    await expect(table).toBeVisible();
    await expect(figures(page).locator('[data-chart] svg')).toBeVisible();
    await expect(page).toHaveURL(/run=/);
    const first = page.url();
    await page.getByRole('button', { name: 'Run again' }).press('Enter');
    await expect(page).not.toHaveURL(first);
    await expect(table).toBeVisible();
    await page.getByRole('button', { name: ofRun }).press('Enter');
    await page.getByRole('group', { name: 'Compare with' }).getByRole('menuitem').last().press('Enter');
    await expect(figures(page).getByText(/^Compared with/)).toBeVisible();
  });

  await test.step('a copy that was not changed is left without a question', async () => {
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate report' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Copy of Calls by direction');
    await page.getByRole('navigation', { name: 'Reports' }).getByRole('link').press('Enter');
    await expect(row(page, 'Calls by direction')).toBeVisible();
  });
});

test('runs that counted other calls say so, and are deleted after a question', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const report_id = await make(page, { name: 'Calls by user', column_settings: named('user', 'count_calls') });
  const runsButton = page.getByRole('button', { name: ofRun });
  const runsIn = async (group: string) => {
    await runsButton.press('Enter');
    return page.getByRole('group', { name: group }).getByRole('menuitem');
  };
  const askToDelete = async () => {
    await (await runsIn('Runs')).first().waitFor();
    await page.getByRole('menuitem', { name: 'Delete this run…' }).press('Enter');
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Keep run' })).toBeFocused();
  };
  const deleteIt = () => page.getByRole('button', { name: 'Delete run' }).press('Enter');
  await open(page, report_id);
  await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
  await expect(figures(page).getByRole('table')).toBeVisible();
  const filters = [{ param: 'direction', param2: '', op: 'equal_to', val: '1' }];
  await ask(page, 'PUT', `/api/v2/reports/${report_id}.json`, { report: { filters } });
  await page.getByRole('button', { name: 'Run again' }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Settings of this run' })).toContainText('Outbound');
  await expect(figures(page).getByRole('table')).toBeVisible();

  await test.step('the comparison says that the filters differ, and how', async () => {
    await (await runsIn('Compare with')).last().press('Enter');
    await expect(figures(page).getByText('The two runs did not count the same calls.')).toBeVisible();
    await expect(figures(page).getByText('Direction: Outbound (in the other run: not filtered)')).toBeVisible();
    await look(page, 'report-compared');
  });

  await test.step('instead of a run that is gone, the newest one is shown', async () => {
    const { report_runs } = await ask(page, 'GET', `/api/v2/reports/${report_id}/runs.json`);
    const { url } = await ask(page, 'POST', `/api/v2/reports/${report_id}/runs.json`, { report_run: {} });
    const newest = idIn(url);
    await expect
      .poll(async () => (await ask(page, 'GET', `/api/v2/reports/${report_id}/runs/latest.json`)).report_run.job_status)
      .toBe('SUCCESS');
    await page.goto(`app://earshot/reports/${report_id}?run=${newest}&with=${report_runs[1].run_id}`);
    await expect(figures(page).getByRole('table')).toBeVisible();
    await ask(page, 'DELETE', `/api/v2/reports/${report_id}/runs/${newest}.json`);
    await page.reload();
    await expect(figures(page).getByRole('table')).toBeVisible();
    await expect(runsButton).toBeVisible();
    await expect(page).not.toHaveURL(/run=/);
  });

  await test.step('deleting asks, and keeps the run on Escape', async () => {
    await askToDelete();
    await page.keyboard.press('Escape');
    await expect(runsButton).toBeFocused();
  });

  await test.step('the next run is shown, compared with none', async () => {
    await askToDelete();
    await deleteIt();
    await expect(page.getByText('The run was deleted')).toBeVisible();
    await expect(page).not.toHaveURL(/run=|with=/);
    await expect(figures(page).getByRole('table')).toBeVisible();
    await expect(figures(page).getByText(/Compared with/)).toHaveCount(0);
    await expect(runsButton).toBeFocused();
  });

  await test.step('after the last run, the focus is where the next one starts', async () => {
    await askToDelete();
    await deleteIt();
    await expect(page.getByRole('heading', { name: 'This report has not been run yet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeFocused();
  });

  await test.step('the report is deleted from its own page', async () => {
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    await page.getByRole('button', { name: 'Delete report' }).press('Enter');
    await expect(page).toHaveURL(/\/reports$/);
  });
});

test('each figure leads to the calls that it counts, and the exports have the same figures', async ({ earshot }) => {
  await signedIn(earshot);
  const { page, app, dataFolder } = earshot;
  const report_id = await make(page, {
    name: 'Calls by day and direction',
    timezone: 'America/New_York',
    filters: [{ param: 'direction', param2: '', op: 'equal_to', val: '1,2' }],
    column_settings: named('day', 'direction', 'count_calls', 'minutes_total'),
    summary_settings: named('count_calls', 'duration_average'),
    chart_settings: { chart_style: 'bar', dimensions: named('user'), metrics: named('count_calls', 'minutes_total') },
    sort_settings: [{ name: 'day', sort: 'DESC' }],
  });
  await open(page, report_id);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const table = figures(page).getByRole('table', { name: 'Calls by day and direction', exact: true });
  await expect(table).toBeVisible();
  const data = await dataOf(page, report_id);

  await test.step('the chart in words has the values of data.json', async () => {
    const [calls] = data.chart.series;
    const cells = figures(page)
      .getByRole('table', { name: /as a table$/ })
      .getByRole('row')
      .locator('td:nth-of-type(1)');
    await expect(figures(page).locator('[data-chart] svg')).toBeVisible();
    expect((await cells.allTextContents()).slice(1)).toEqual(
      calls.data.map(({ value }: { value: number }) => value.toLocaleString('en-GB')),
    );
  });

  await look(page, 'report-run');

  await test.step('the count of every cell is that of the list behind it', async () => {
    const links = table.getByRole('link', { name: /^[\d,]+ Calls/ });
    await expect(links).toHaveCount(data.rows.length);
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const counts = [];
    for (const href of hrefs) {
      const query = new URLSearchParams({ advanced_search: '1' });
      for (const [name, value] of new URL(href, 'app://earshot').searchParams) {
        if (!/^report(_name)?$/.test(name)) query.set(name, value);
      }
      counts.push((await ask(page, 'GET', `/api/v2/calls/count.json?${query}`)).count);
    }
    expect(counts).toEqual(data.rows.map(({ count_calls }: { count_calls: number }) => count_calls));
    await links.first().press('Enter');
    const { count_calls } = data.rows[0];
    await expect(page.getByText(`${count_calls} call${count_calls === 1 ? '' : 's'}`, { exact: true })).toBeVisible();
    const title = new URL(hrefs[0] ?? '', 'app://earshot').searchParams.get('report_name') ?? '';
    const back = page.getByRole('main').getByRole('link', { name: title, exact: true });
    await back.press('Enter');
    await expect(table).toBeVisible();
    // A list that is narrowed further is no longer that of the figure.
    await links.first().press('Enter');
    await expect(back).toBeVisible();
    await page.getByRole('searchbox').fill('nobody');
    await expect(back).toHaveCount(0);
    await page.goBack();
    await expect(table).toBeVisible();
  });

  await test.step('CSV, PDF and the picture of the chart', async () => {
    const saveTo = async (name: string, item: string, said: string) => {
      const filePath = join(dataFolder, name);
      await app.evaluate(({ dialog }, path) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
      }, filePath);
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await expect(page.getByText(said)).toBeVisible();
      return filePath;
    };
    const csv = readFileSync(await saveTo('table.csv', 'Table as CSV', 'Saved as table.csv'), 'utf8');
    const [, ...records] = parse(csv) as string[][];
    expect(records).toEqual(
      data.rows.map((one: Record<string, unknown>) =>
        data.columns.map(({ name }: { name: string }) => String(one[name] ?? '')),
      ),
    );
    const pdf = readFileSync(await saveTo('page.pdf', 'Page as PDF', '“page.pdf” was saved'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(readFileSync(await saveTo('chart.svg', 'Chart as SVG', '“chart.svg” was saved'), 'utf8')).toContain('<svg');
  });
});

test('a report about one evaluation form shows who reaches its pass mark', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const form_id = await evaluateCalls(page);
  const report_id = await make(page, {
    name: 'Scores by category',
    filters: [{ param: 'evaluation_form_id', param2: '', op: 'equal_to', val: form_id }],
    column_settings: named('category', 'count_evaluations', 'score_average'),
    chart_settings: { chart_style: 'bar', dimensions: named('category'), metrics: named('score_average') },
  });
  await open(page, report_id);
  await page.getByRole('button', { name: 'Run', exact: true }).click();

  const table = figures(page).getByRole('table', { name: 'Scores by category', exact: true });
  await expect(table.getByRole('columnheader', { name: 'Pass mark 60%' })).toBeVisible();
  const { rows } = await dataOf(page, report_id);
  await expect(table.locator('tbody td:last-child')).toHaveText(
    rows.map(({ score_average }: { score_average: number }) => (score_average < 60 ? 'Below' : 'Passes')),
  );
  await expect(figures(page).locator('[data-chart] svg')).toBeVisible();
  await expect(figures(page).locator('figcaption')).toContainText('Pass mark 60%.');
  await look(page, 'report-scores');
});

test('a run is cancelled, in German and in the smallest window', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const report_id = await make(page, {
    name: 'Anrufe je Stunde',
    column_settings: named('hour', 'day', 'user', 'group', 'category', 'client', 'count_calls'),
  });
  await speak(page, 'de');
  await page.setViewportSize({ width: 960, height: 600 });
  await open(page, report_id);
  await expect(page.getByRole('heading', { name: 'Dieser Bericht wurde noch nicht ausgeführt' })).toBeVisible();
  const goOn = await holdCounting(earshot);

  await page.getByRole('button', { name: /usführen/ }).click();
  await refuseNext(page, 'PUT', `/reports/${report_id}/runs/`);
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByText('In Earshot ist ein Fehler aufgetreten.')).toBeVisible();
  await page.getByRole('button', { name: 'Abbrechen' }).click();

  await expect(page.getByText('Dieser Lauf wurde abgebrochen')).toBeVisible();
  await look(page, 'report-german');
  await page.getByRole('radio', { name: 'Kennzahlen' }).press('ArrowRight');
  await expect(page.getByRole('complementary', { name: 'Einstellungen dieses Laufs' })).toBeVisible();
  await look(page, 'report-settings-of-run-german');

  await test.step('a run that has ended is not called running any more', async () => {
    const runs = page.getByRole('button', { name: /^Lauf: / });
    await page.getByRole('button', { name: /usführen/ }).click();
    await expect(page.getByRole('button', { name: 'Abbrechen' })).toBeVisible();
    await runs.click();
    await expect(page.getByRole('menuitem', { name: /läuft|wartet/ })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await goOn();
    await expect(page.getByRole('button', { name: 'Abbrechen' })).toBeHidden();
    await runs.click();
    await expect(page.getByRole('menuitem', { name: /abgebrochen/ })).toHaveCount(1);
    await expect(page.getByRole('menuitem', { name: /läuft|wartet/ })).toHaveCount(0);
  });
});

/** Makes the count of each report wait, as if there were very many calls. Returns a function that lets it go on. */
async function holdCounting({ app }: Earshot): Promise<() => Promise<void>> {
  await app.evaluate(() => {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const { postMessage } = Worker.prototype;
    const held: (() => void)[] = [];
    Worker.prototype.postMessage = function (...sent) {
      const send = () => postMessage.apply(this, sent);
      if (sent[0].name === 'reports.figures') held.push(send);
      else send();
    };
    const goOn = () => {
      Worker.prototype.postMessage = postMessage;
      for (const send of held) send();
    };
    Object.assign(globalThis, { goOn });
  });
  return () => app.evaluate(() => (globalThis as unknown as { goOn(): void }).goOn());
}

test('ready-made reports are German in the German window, and stay as they are stored', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await speak(page, 'de');
  await page.goto('app://earshot/reports');
  const list = page.getByRole('grid', { name: 'Berichte' });
  await expect(list.getByRole('row').filter({ hasText: 'Anrufe je Stunde' })).toContainText('nach Uhrzeit');
  await expect(list).not.toContainText('Calls per');
  const { reports } = await ask(page, 'GET', `${collection}?search_term=calls+per+user`);
  const { report_id, name } = reports[0];
  expect(name).toBe('Calls per user');

  await open(page, report_id);
  await page.getByRole('button', { name: 'Ausführen' }).click();

  await expect(page.getByRole('heading', { name: 'Anrufe je Benutzer', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Benutzer' })).toBeVisible();

  await ask(page, 'PUT', `/api/v2/reports/${report_id}.json`, { report: { name: 'Calls of my team' } });
  await page.goto('app://earshot/reports');
  await expect(list.getByRole('row').filter({ hasText: 'Calls of my team' })).toBeVisible();
});
