import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, signedIn, test } from './launch';
import { bringIn, Deck } from './player';

const folder = resolve('tests/audio/mp3');
const names = readdirSync(folder).filter((name) => name.endsWith('.mp3'));
const files = Object.fromEntries(
  [...names.map((name) => [name, folder] as const), ['question.mp3', resolve('tests/data/audio')] as const].map(
    ([name, place]) => [name, readFileSync(resolve(place, name))],
  ),
);

test('an MP3 of any encoder is at its end after playing or pressing End', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  const records = Object.keys(files).map((file, place) => ({
    file,
    from_name: file,
    setup_time: new Date(Date.UTC(2026, 10, 20, 14, -place)).toISOString(),
  }));
  await bringIn(earshot, { ...files, 'calls.json': JSON.stringify(records) });

  await page.getByRole('row').nth(1).dblclick();
  const ends: string[] = [];
  for (const name of Object.keys(files)) {
    const ended = async (how: string) => {
      await expect(deck.button('Play')).toBeVisible();
      const { at, of } = await deck.clock();
      ends.push(`${name} ${how}: ${at === of ? 'at its end' : `${at} of ${of}`}${await notice()}`);
    };
    const notice = async () => ((await deck.notice.isVisible()) ? `, ${await deck.notice.innerText()}` : '');

    if (ends.length > 0) await deck.button('Next call').click();
    await expect.poll(() => deck.element.locator('p').first().innerText()).toBe(name);
    await deck.press('End');
    await ended('by the End key');
    await deck.goTo(0.9);
    await deck.press('Space');
    await ended('by itself');
  }

  expect(ends).toEqual(
    Object.keys(files).flatMap((name) => [`${name} by the End key: at its end`, `${name} by itself: at its end`]),
  );
});
