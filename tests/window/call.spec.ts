import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { type Earshot, expect, expectAccessible, look, person, signedIn, speak, test } from './launch';
import { bringIn } from './player';
import { shareWindow } from './shared-window';

const pane = (page: Page) => page.getByRole('complementary', { name: 'Call' });
const rowOf = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Calls' }).getByRole('row').filter({ hasText: text });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const number = '+442079460321';
const inbound = { direction: 'inbound', to_number: '6001', to_name: 'Chris Lang' };
const spellings = [
  { ...inbound, from_number: number, from_name: 'Maria Lopez', setup_time: minutesAgo(10) },
  { ...inbound, from_number: '0044 20 7946 0321', from_name: 'Maria Lopez', to_name: 'Priya Raman' },
  { direction: 'outbound', from_number: '6004', from_name: 'Katie Brandt', to_number: '(020) 7946-0321' },
  { ...inbound, from_number: `${number}77`, from_name: 'Someone else', to_name: 'Longer Number' },
  { ...inbound, from_number: '+34915550123', from_name: `Call back ${number}`, to_name: 'Named So' },
].map((record, at) => ({ setup_time: minutesAgo(20 + at), file: `spelling ${at}.wav`, ...record }));
const often = Array.from({ length: 61 }, (_, at) => ({
  file: `often ${at}.wav`,
  setup_time: minutesAgo(100 + at),
  from_number: '+442079460444',
  from_name: 'Often Calling',
}));
const old = [
  ['2025-03-10T09:00:00Z', 'Long Ago'],
  ['2025-04-09T09:00:00Z', 'Month After'],
  ['2025-06-20T09:00:00Z', 'Much Later'],
].map(([setup_time, to_name]) => ({
  direction: 'inbound',
  from_number: '+442079460555',
  from_name: 'Ines Novak',
  setup_time,
  to_name,
  file: `${to_name}.wav`,
}));
const detailed = {
  file: 'detailed.wav',
  setup_time: minutesAgo(1000),
  direction: 'inbound',
  from_number: '+442079460666',
  from_name: 'Olga Petrov',
  to_number: '6001',
  to_name: 'Chris Lang',
  agent_name: 'Chris Lang',
  acd_name: 'Billing',
  protocol_call_id: 'sip-4711',
};
const long = 'شركة المصريين للاستيراد والتصدير والتجارة العامة والخدمات اللوجستية المحدودة';
const nameless = [
  { file: 'one.wav', setup_time: minutesAgo(2000), from_number: '+20225550100', from_name: long },
  { file: 'تسجيل.wav', setup_time: minutesAgo(2010) },
];

shareWindow({
  async fill(earshot) {
    await signedIn(earshot);
    const sound = readFileSync(resolve('tests/data/audio/question-ulaw-16k.wav'));
    const records = [...spellings, ...often, ...old, detailed, ...nameless].map((record) => ({
      protocol_call_id: record.file,
      ...record,
    }));
    const files = [...records.map(({ file }) => file), 'left after the beep.wav'];
    await bringIn(earshot, {
      ...Object.fromEntries(files.map((file) => [file, sound])),
      'calls.json': JSON.stringify(records),
    });
  },
});

/** Signs in, and lists only the calls that a search finds. */
async function listed(earshot: Earshot, search: string, count: number): Promise<void> {
  await signedIn(earshot);
  await earshot.page.goto(`app://earshot/review?search=${encodeURIComponent(search)}`);
  await expect(earshot.page.getByRole('grid', { name: 'Calls' }).getByRole('row')).toHaveCount(1 + count);
}

test('a call that could not be played plays with the same button once playback is possible', async ({ earshot }) => {
  await signedIn(earshot);
  const { page, dataFolder } = earshot;
  await rowOf(page, 'Maria Lopez').first().click();
  const player = page.getByRole('group', { name: 'Player' });
  const play = player.getByRole('button', { name: 'Play', exact: true });
  const notice = player.getByRole('alert');
  const all = readdirSync(join(dataFolder, 'audio'), { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));

  for (const file of files) renameSync(file, `${file}.away`);
  await play.click();
  await expect(notice).toBeVisible();
  for (const file of files) renameSync(`${file}.away`, file);
  await play.click();

  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
});

test('other calls with a number match this number in any spelling, but not numbers that only contain its digits', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page, app } = earshot;

  await rowOf(page, 'Maria Lopez').filter({ hasText: 'Chris Lang' }).click();

  const others = page.getByRole('region', { name: 'Other calls with this number' }).getByRole('listitem');
  await expect(others).toHaveCount(2);
  await expect(others.nth(0)).toContainText('Priya Raman');
  await expect(others.nth(1)).toContainText('Katie Brandt');

  await test.step('a link to the call is copied, and opens its audio without signing in', async () => {
    await pane(page).getByRole('button', { name: 'Copy link…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Copy a link to this call?' });
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused();
    await dialog.getByRole('radio', { name: 'Other' }).press('Space');
    await expect(dialog.getByRole('group', { name: 'Works until' })).toBeVisible();
    await dialog.getByRole('radio', { name: '15 min' }).press('Space');
    await expect(dialog).toContainText('To listen to and to save.');
    await expect(dialog.getByText(/\/signed\?expires=\d+&sign=…$/)).toBeVisible();
    await look(page, 'copy-link');
    await dialog.getByRole('button', { name: 'Copy link' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(pane(page).getByRole('button', { name: 'Copy link…' })).toBeFocused();
    const link = await app.evaluate(({ clipboard }) => clipboard.readText());
    const audio = await fetch(link, { headers: { range: 'bytes=0-3' } });
    expect([audio.status, await audio.text()]).toEqual([206, 'RIFF']);
  });

  await test.step('the history lists what was done to the call, latest first', async () => {
    await page.reload();
    await pane(page).getByRole('tab', { name: 'History' }).click();
    const history = pane(page).getByRole('tabpanel', { name: 'History' });
    await expect(history.getByRole('listitem').first()).toContainText('Downloaded audio');
    await expect(history.getByRole('listitem').nth(1)).toContainText('Created a signed link');
    await expect(history.getByRole('listitem').nth(1)).toContainText(person.name);
  });
});

test('the count of other calls with a number includes all of them, on the line of its heading in German too', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.goto('app://earshot/review?search=often');
  await expect(pane(page).getByRole('button', { name: '60 within 30 days' })).toBeVisible();

  await speak(page, 'de');
  await page.reload();
  const count = page.getByRole('button', { name: '60 in ± 30 Tagen' });
  await expect(count).toBeVisible();
  const head = page.getByRole('heading', { name: 'Weitere Anrufe dieser Nummer' });
  expect((await head.boundingBox())?.height).toBe(20);
  expect((await count.boundingBox())?.height).toBe(24);
});

test('other calls with a number are within 30 days of the shown call, however old it is', async ({ earshot }) => {
  await listed(earshot, 'novak', 3);
  const { page } = earshot;
  const others = page.getByRole('region', { name: 'Other calls with this number' });

  await rowOf(page, 'Long Ago').click();
  await expect(others).toContainText('within 30 days');
  await expect(others.getByRole('listitem')).toHaveCount(1);
  await expect(others.getByRole('listitem')).toContainText('Month After');

  await rowOf(page, 'Much Later').click();
  await expect(others.getByRole('listitem')).toHaveText('None in the 30 days before and after this call');
});

test('the call pane names each person once, and folds technical details', async ({ earshot }) => {
  await listed(earshot, 'petrov', 1);
  const { page } = earshot;

  await expect(pane(page).getByRole('heading', { name: 'Olga Petrov' })).toBeVisible();
  const people = pane(page).getByRole('region', { name: 'People' }).getByRole('listitem');
  await expect(people).toHaveCount(3);
  await expect(people.nth(0)).toContainText('Olga Petrov');
  await expect(people.nth(0)).toContainText('+44 20 7946 0666');
  await expect(people.nth(0)).toContainText('Caller');
  await expect(people.nth(1)).toContainText('Chris Lang');
  await expect(people.nth(1)).toContainText('Called, Agent');
  await expect(people.nth(2)).toContainText('Billing');
  await expect(people.nth(2)).toContainText('Queue');
  // In the title and in the section.
  await expect(pane(page).getByText('Olga Petrov')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveCount(1);

  const technical = pane(page).getByRole('button', { name: 'Technical' });
  await expect(technical).toHaveAttribute('aria-expanded', 'false');
  await expect(pane(page).getByText('sip-4711')).toBeHidden();
  await expectAccessible(page);
  await technical.click();
  await expect(pane(page).getByText('sip-4711')).toBeVisible();
  await expectAccessible(page);
});

test('a call without names has that of its file, and right-to-left names stand where others do', async ({
  earshot,
}) => {
  const { page } = earshot;

  await test.step('a call without any names is called by the name of its file', async () => {
    await listed(earshot, 'beep', 1);
    await rowOf(page, 'left after the beep.wav').click();
    await expect(pane(page).getByRole('heading', { name: 'left after the beep.wav' })).toBeVisible();
  });

  await test.step('a right-to-left file name appears in the same position as other names', async () => {
    await listed(earshot, 'تسجيل', 1);
    await rowOf(page, 'تسجيل.wav').click();
    await expect(pane(page).getByRole('heading', { name: 'تسجيل.wav' })).toBeVisible();
    const name = pane(page).getByText('تسجيل.wav').last();
    await name.scrollIntoViewIfNeeded();
    const gap = await name.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getBoundingClientRect().left - (element.closest('li') as Element).getBoundingClientRect().left;
    });
    expect(gap).toBeLessThan(1);
  });

  await test.step('a long right-to-left name is cut at its end', async () => {
    await listed(earshot, 'شركة', 1);
    await page.setViewportSize({ width: 960, height: 600 });
    const cell = rowOf(page, long).locator('[data-column=customer]');
    // The first word must be within its cell, and the text must start where the column's texts start.
    const places = await cell.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const word = document.createRange();
      word.setStart(text, 0);
      word.setEnd(text, text.data.indexOf(' '));
      const [inner, outer] = [word.getBoundingClientRect(), element.getBoundingClientRect()];
      return {
        isCut: element.scrollWidth > element.clientWidth,
        left: inner.left - outer.left,
        right: outer.right - inner.right,
      };
    });
    expect(places.isCut).toBe(true);
    expect(places.left).toBeGreaterThanOrEqual(0);
    expect(places.right).toBeGreaterThanOrEqual(0);
  });
});

test('where there is no evaluation form yet, evaluating leads to where one is made', async ({ earshot }) => {
  await listed(earshot, 'Olga Petrov', 1);
  const { page } = earshot;
  await rowOf(page, 'Olga Petrov').click();

  await page.keyboard.press('Control+e');
  const link = page.getByRole('dialog').getByRole('link', { name: 'Make one in Administration' });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await link.press('Enter');

  await expect(page.getByRole('heading', { name: 'Evaluation forms', exact: true })).toBeVisible();
});
