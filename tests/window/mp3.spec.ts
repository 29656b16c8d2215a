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
  for (const [index, name] of Object.keys(files).entries()) {
    const state = async () => {
      const { at, of } = await deck.clock();
      const notice = (await deck.notice.isVisible()) ? `, ${await deck.notice.innerText()}` : '';
      const isStopped = await deck.button('Play').isVisible();
      return `${isStopped ? 'stopped' : 'playing'} ${at === of ? 'at its end' : `at ${at} of ${of}`}${notice}`;
    };

    if (index > 0) await deck.button('Next call').click();
    await expect.poll(() => deck.element.locator('p').first().innerText()).toBe(name);
    await deck.press('End');
    await expect.poll(state, `${name} after End`).toBe('stopped at its end');
    await deck.goTo(0.9);
    // The clock of a shorter one shows the same at its end.
    if ((await deck.clock()).of > 1) await expect.poll(state, `${name} before its end`).not.toContain('at its end');
    await deck.press('Space');
    await expect.poll(state, `${name} after playing`).toBe('stopped at its end');
  }
});
