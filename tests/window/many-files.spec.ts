import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { tones } from '../support/tones';
import { expect, signedIn, test } from './launch';
import { bringIn, Deck, expectHeard, listenTo } from './player';

const caller = { direction: 'inbound', from_name: 'Maria Lopez', to_name: 'Chris Lang' };
/** A tone in both ears. */
const both = (hz: number) => ({ left: hz, right: hz });
const recordOf = (file: string, place: number) => ({
  ...caller,
  file,
  setup_time: new Date(Date.UTC(2026, 10, 20, 14, 0, 5 * place)).toISOString(),
  protocol_call_id: 'one call',
});

test('a call of 30 files plays them in sequence', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const heard = await listenTo(page);
  const deck = new Deck(page);
  const names = Array.from({ length: 30 }, (_, place) => `${String(place).padStart(2, '0')}.wav`);
  const sounds = names.map((name, place) => [name, tones([400 + 100 * (place % 3)], { seconds: 2 + place / 1000 })]);
  await bringIn(earshot, { ...Object.fromEntries(sounds), 'calls.json': JSON.stringify(names.map(recordOf)) });

  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();
  await expectHeard(heard, both(400), both(500), both(600), both(400));
  expect((await deck.clock()).of).toBe(60);

  // The 29th file, and beyond its end into the last one.
  await deck.goTo(28.2 / 30);
  await expectHeard(heard, both(500), both(600));
  await expect(deck.button('Play')).toBeVisible();
  expect(await deck.clock()).toEqual({ at: 60, of: 60 });
  await expect(deck.notice).toBeHidden();
});

test('a call of files in mixed formats plays them in sequence, each speaker in its lane', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const heard = await listenTo(page);
  const deck = new Deck(page);
  const files = {
    'a.wav': tones([400], { seconds: 3 }),
    'b.mp3': readFileSync(resolve('tests/audio/mp3/cbr-16k-mono.mp3')),
    'c.wav': tones([1600, 2000], { seconds: 6, sample_rate: 44_100 }),
  };
  await bringIn(earshot, { ...files, 'calls.json': JSON.stringify(Object.keys(files).map(recordOf)) });

  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();
  // The MP3 starts at 300 Hz and rises by 150 Hz per second.
  await expectHeard(heard, both(400), both(300), both(450), { left: 1600, right: 2000 });
  await deck.press('c');
  await expectHeard(heard, both(2000));
  await expect(deck.button('Play')).toBeVisible();
  const { at, of } = await deck.clock();
  expect(at).toBe(of);
  expect(of).toBe(15);
  await expect(deck.notice).toBeHidden();
});
