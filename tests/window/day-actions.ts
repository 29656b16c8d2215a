import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { tones } from '../support/tones';
import { expectFilterClosed, expectListed, expectSettled, gridOf, selected } from './call-list';
import { type Earshot, expect } from './launch';
import { locked, lockScreen, unlock } from './locking';
import { Deck } from './player';

/** An action of a user in the window, with several variants: `roll` is a whole number that selects one. */
type Action = (earshot: Earshot, roll: number) => Promise<void>;

const pick = <T>(choices: readonly T[], roll: number) => choices[roll % choices.length] as T;
const day = 86_400_000;
const sizes = [
  [1280, 800],
  [960, 600],
  [1100, 700],
  [1500, 900],
] as const;

const searchBox = (page: Page) => page.getByRole('searchbox');
const chip = (page: Page) => page.getByRole('button', { name: 'Remove Direction' });
const toggle = (page: Page) =>
  page.getByRole('group', { name: 'Player' }).getByRole('button', { name: /^(Play|Pause)$/ });
const isShown = (locator: Locator) => locator.isVisible();

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) await page.keyboard.press(key);
}

async function searchFor(page: Page, text: string): Promise<void> {
  await press(page, 'Control+f');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(text);
  await expectListed(page, text);
}

/** Removes the search and the filters with whatever control the page offers. */
export async function showAllCalls(page: Page): Promise<void> {
  if (await isShown(chip(page))) await chip(page).press('Enter');
  await expect(chip(page)).toBeHidden();
  await searchBox(page).focus();
  if ((await searchBox(page).inputValue()) !== '') await press(page, 'Escape');
  await expectListed(page, '');
  await gridOf(page).focus();
}

/** Focuses the list, and makes sure that it has calls. */
async function inList(page: Page): Promise<void> {
  await expect(gridOf(page)).toBeVisible();
  await expectSettled(page);
  if (await isShown(page.getByRole('heading', { name: /^No call / }))) await showAllCalls(page);
  await gridOf(page).focus();
}

const expectSelectedInView = async (page: Page) => {
  await expect(selected(page)).toHaveCount(1);
  await expect(selected(page)).toBeInViewport({ ratio: 0.9 });
};

async function chooseFolder({ page, choose }: Earshot, folder: string): Promise<Locator> {
  await choose([folder]);
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Choose a folder…' }).press('Enter');
  const preview = page.getByRole('main', { name: /^Import “/ });
  await expect(preview).toContainText('1 recording');
  return preview;
}

/** A folder outside the archive with a call of one minute and its details. The same roll always gives the same call. */
function folderOf(roll: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-day-'));
  const setup_time = new Date(Date.UTC(2026, 9, 1) + (roll % (30 * day))).toISOString();
  const record = {
    file: 'call.wav',
    direction: 'inbound',
    from_name: `Nora Tone ${roll}`,
    to_name: 'Sam Reed',
    setup_time,
  };
  writeFileSync(join(folder, 'call.wav'), tones([200 + (roll % 997), 1300 + (roll % 991)], { seconds: 60 }));
  writeFileSync(join(folder, 'calls.json'), JSON.stringify([record]));
  return folder;
}

export async function lockAndUnlock(earshot: Earshot): Promise<void> {
  const { page } = earshot;
  await lockScreen(earshot);
  await expect(locked(page)).toBeVisible();
  await unlock(page);
  await expect(page.getByRole('group', { name: 'Player' })).toBeVisible();
}

export async function resizeTo({ app, page }: Earshot, [width, height]: readonly [number, number]): Promise<void> {
  await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as [number, number]);
  await expect.poll(() => page.evaluate(() => Math.round(innerWidth * devicePixelRatio))).toBeLessThan(width + 4);
  await expect.poll(() => page.evaluate(() => Math.round(innerWidth * devicePixelRatio))).toBeGreaterThan(width - 4);
}

/** Finds a call with a recording and plays it. */
export async function playRecording({ page }: Earshot): Promise<void> {
  await showAllCalls(page);
  await searchFor(page, 'nora');
  await inList(page);
  await press(page, 'Home');
  await expect(selected(page)).toContainText('Nora Tone');
  // Clicks at its start, which no pane covers.
  await selected(page).dblclick({ position: { x: 90, y: 18 } });
  const deck = new Deck(page);
  await expect(deck.element).toContainText('Nora Tone');
  await expect(deck.button('Pause')).toBeVisible();
}

export const actions: Record<string, Action> = {
  'import a folder': async (earshot, roll) => {
    const { page } = earshot;
    const folder = folderOf(roll);
    const preview = await chooseFolder(earshot, folder);
    await preview.getByRole('button', { name: 'Import 1 call' }).press('Enter');
    const tasks = page.getByRole('dialog', { name: 'Imports' });
    await expect(tasks).toContainText(/1 call imported|1 file already present/);
    await press(page, 'Escape');
    await expect(tasks).toBeHidden();
    rmSync(folder, { recursive: true });
  },
  'look at what a folder would bring': async (earshot, roll) => {
    const folder = folderOf(roll);
    const preview = await chooseFolder(earshot, folder);
    await preview.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(preview).toBeHidden();
    rmSync(folder, { recursive: true });
  },
  'take in new calls': async ({ page }) => {
    const pill = page.getByRole('button', { name: /new calls?$/ });
    if (await isShown(pill)) await pill.press('Enter');
    await expect(pill).toBeHidden();
  },
  search: ({ page }, roll) => searchFor(page, pick(['nora', 'becker', 'e', '+120255501', 'no such name'], roll)),
  'clear the search': ({ page }) => showAllCalls(page),
  filter: async ({ page }, roll) => {
    if (await isShown(chip(page))) {
      await chip(page).press('Enter');
      return expect(chip(page)).toBeHidden();
    }
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await page.getByRole('searchbox', { name: 'Find a filter' }).fill('Direction');
    await press(page, 'Enter');
    const choice = page.getByRole('dialog', { name: 'Direction' });
    // With the number of its calls, once they are counted.
    const direction = choice.getByRole('option', {
      name: pick([/^Inbound( [\d,]+ calls?)?$/, /^Outbound( [\d,]+ calls?)?$/], roll),
    });
    await direction.press('Space');
    await expect(direction).toHaveAttribute('aria-selected', 'true');
    await press(page, 'Enter');
    await expect(choice).toBeHidden();
    await expect(page).toHaveURL(/direction__equal_to/);
    await expectFilterClosed(page);
  },
  'turn the order': ({ page }) => page.getByRole('button', { name: 'Started' }).press('Enter'),
  'walk the list': async ({ page }, roll) => {
    await inList(page);
    await press(page, pick(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'], roll), 1 + (roll % 13));
    await expectSelectedInView(page);
  },
  'jump in the list': async ({ page }, roll) => {
    await inList(page);
    await press(page, pick(['End', 'Home'], roll));
    await expectSelectedInView(page);
  },
  scroll: async ({ page }, roll) => {
    await inList(page);
    await gridOf(page).hover({ position: { x: 20, y: 40 } });
    for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, (roll % 2000) - 800);
  },
  'go to a date': async ({ page }, roll) => {
    await inList(page);
    await press(page, 'Control+g');
    const calendar = page.getByRole('dialog', { name: 'Go to date' });
    await expect(calendar).toBeVisible();
    await page.keyboard.type(`${10 + (roll % 22)}102026`);
    await press(page, 'Enter');
    await expect(calendar).toBeHidden();
    await expectSelectedInView(page);
  },
  'play the selected call': async ({ page }) => {
    await inList(page);
    await press(page, 'Home');
    await expectSelectedInView(page);
    await expect(selected(page)).not.toHaveAttribute('aria-busy');
    const name = await selected(page).locator('[data-column=customer]').innerText();
    await press(page, 'Enter');
    await expect(new Deck(page).element).toContainText(name);
  },
  'play a recording': playRecording,
  seek: async (earshot, roll) => {
    const deck = new Deck(earshot.page);
    if (!(await isShown(deck.position))) await playRecording(earshot);
    await deck.goTo((roll % 100) / 110);
  },
  'use the keys of the player': async (earshot, roll) => {
    const deck = new Deck(earshot.page);
    if (!(await isShown(deck.position))) await playRecording(earshot);
    await deck.press(pick([',', '.', '[', ']', '\\', 'a', 'c', 'b', 's', 'ArrowRight', 'Shift+ArrowLeft'], roll));
  },
  'pause or go on': async ({ page }) => toggle(page).press('Enter'),
  'next call': ({ page }, roll) => press(page, pick(['Control+ArrowDown', 'Control+ArrowUp'], roll)),
  'lock and unlock': lockAndUnlock,
  zoom: ({ page }, roll) => press(page, pick(['Control++', 'Control+-', 'Control+0'], roll)),
  'resize the window': (earshot, roll) => resizeTo(earshot, pick(sizes, roll)),
  'fold or open the sidebar': ({ page }) => press(page, 'Control+b'),
  'fold or open the call pane': ({ page }) => press(page, 'Control+i'),
  'change the height of the player': async ({ page }, roll) => {
    await page.getByRole('separator', { name: 'Height of the player' }).press(pick(['ArrowUp', 'ArrowDown'], roll));
  },
  'next pane': ({ page }, roll) => press(page, 'F6', 1 + (roll % 5)),
  'read the key sheet': async ({ page }) => {
    const sheet = page.getByRole('dialog', { name: 'Keyboard' });
    await press(page, 'F1');
    await page.getByRole('dialog', { name: 'Help' }).getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
    await expect(sheet).toBeVisible();
    await press(page, 'Escape');
    await expect(sheet).toBeHidden();
  },
  'change the theme': async ({ page }, roll) => {
    const theme = pick(['light', 'dark'], roll);
    await press(page, 'Control+,');
    await page.getByRole('radio', { name: theme }).check({ force: true });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await page.getByRole('link', { name: 'Review' }).first().press('Enter');
    await gridOf(page).focus();
  },
};
