import { tones } from '../support/tones';
import { holdRequests } from './call-list';
import { ask, expect, expectAccessible, signedIn, test } from './launch';
import { locked } from './locking';
import { bringIn, Deck, expectOff } from './player';
import { shareWindow } from './shared-window';

shareWindow({
  async fill(earshot) {
    await signedIn(earshot);
    const long = { setup_time: '2026-11-20T08:00:00Z', file: 'long.wav' };
    await bringIn(earshot, {
      'long.wav': tones([400, 800], { seconds: 60 }),
      'calls.json': JSON.stringify([long]),
    });
    const silent = { setup_time: '2026-11-20T09:00:00Z', protocol_call_direction: 1 };
    await ask(earshot.page, 'POST', '/api/v2/calls.json', { call: silent });
  },
});

test('playback never shifts the content of the deck', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await page.getByRole('row').filter({ hasText: 'long.wav' }).dblclick();
  await expect(deck.button('Pause')).toBeVisible();
  await deck.press('End');
  await expect(deck.button('Play')).toBeVisible();

  const shifted = await deck.element.evaluate((element) => {
    element.scrollTo({ left: 300 });
    return element.scrollLeft;
  });

  expect(shifted).toBe(0);
});

test('a position that is chosen before the waveform has come is coloured as played', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  let come = () => {};
  const mayCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(/peaks\.json/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.getByRole('row').filter({ hasText: 'long.wav' }).dblclick();
  await deck.button('Pause').click();
  await deck.goTo(0.5);

  come();

  const played = deck.element.locator('[data-waveform="played"]');
  await expect(played).toBeVisible();
  await expect
    .poll(() => played.evaluate((element) => Math.round(Number.parseFloat(element.style.clipPath.split(' ')[1] ?? ''))))
    .toBe(50);
});

test('a call that the browser gives up goes on where it was, and the fourth time it is reported as not playable', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await page.evaluate(() => {
    const { Audio } = window;
    const made: HTMLAudioElement[] = [];
    window.Audio = class extends Audio {
      constructor() {
        super();
        made.push(this);
      }
    };
    Object.assign(window, { heard: () => made.find(({ src }) => src !== '') });
  });
  type Heard = { heard(): HTMLAudioElement | undefined };
  const heard = () => page.evaluate(() => (window as unknown as Heard).heard()?.src);
  const giveUp = () => page.evaluate(() => (window as unknown as Heard).heard()?.dispatchEvent(new Event('error')));

  // On a busy machine, the browser can also give it up by itself, which is then reported earlier.
  await expect(async () => {
    await page.getByRole('row').filter({ hasText: 'long.wav' }).dblclick();
    await expect(deck.button('Pause')).toBeVisible();
    await deck.goTo(0.5);
    for (let times = 0; times < 3; times += 1) {
      const before = await heard();
      await giveUp();
      await expect.poll(heard).not.toBe(before);
      await expect.poll(heard).toBeDefined();
      await expect(deck.button('Pause')).toBeEnabled();
      await expect.poll(async () => (await deck.clock()).at).toBeGreaterThanOrEqual(30);
      await expect(deck.notice).toBeHidden();
    }
  }).toPass();

  await giveUp();
  await expect(deck.notice).toContainText('Earshot cannot play WAV');
});

test('a button of the deck without a call to act on is flat and gives the reason', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused();
  // The selected call, which Play would take.
  await expectOff(earshot, deck.button('Play'), 'This call has no audio');
  await expectOff(earshot, deck.button('Back 10 seconds'), 'This call has no audio');
  await expectOff(earshot, deck.button('Hear the agent only'), 'This call has no audio');
  await expectOff(earshot, deck.button('Previous call'), 'This is the first call in the list.');

  await page.getByRole('row').nth(1).dblclick();
  await expectOff(earshot, deck.button('Play'), 'This call has no audio');
  await expectOff(earshot, deck.button('Forward 10 seconds'), 'This call has no audio');

  await page.getByRole('searchbox').fill('nobody has this name');
  await expect(page.getByText('No call matches')).toBeVisible();
  await expectOff(earshot, deck.button('Previous call'), 'No calls are listed.');
  await expectOff(earshot, deck.button('Next call'), 'No calls are listed.');
  await expectAccessible(page);
});

test('a call of unknown people has the same name in list, pane and deck', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('row').nth(1).dblclick();

  const names = [
    page.getByRole('row').nth(1).locator('[data-column="customer"]'),
    page.getByRole('complementary', { name: 'Call' }).getByRole('heading').first(),
    new Deck(page).element.getByRole('paragraph').first(),
  ];
  for (const name of names) await expect(name).toHaveText('Unknown');
});

test("a session that has ended is also noticed in the player's requests, also for a call heard before", async ({
  earshot,
}) => {
  const { page } = earshot;
  const row = page.getByRole('row').filter({ hasText: 'long.wav' });
  await signedIn(earshot);
  await row.dblclick();
  await expect(new Deck(page).button('Pause')).toBeVisible();
  await signedIn(earshot);
  await expect(row).toBeVisible();

  // All other requests of the page stay unanswered: one of them could notice the end first.
  await holdRequests(page, /^(?!.*(audio|sessions))/);
  await page.evaluate(() => fetch('/api/v2/sessions.json', { method: 'DELETE' }));
  await row.dblclick();

  await expect(locked(page)).toBeVisible();
});
