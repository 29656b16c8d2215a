import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, signedIn, test } from './launch';
import { bringIn, Deck } from './player';
import { levelOf, tapeOf } from './tape';

const folder = resolve('tests/bring-in');
const { audio } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
  audio: { file: string; tones: number[] }[];
};
const files = Object.fromEntries(
  readdirSync(join(folder, 'audio')).map((name) => [name, readFileSync(join(folder, 'audio', name))]),
);

test('every kind of sound is heard from its middle on, each lane with its own tone', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  const records = audio.map(({ file }, place) => ({
    file,
    from_name: file,
    setup_time: new Date(Date.UTC(2026, 10, 20, 14, -place)).toISOString(),
  }));
  await bringIn(earshot, { ...files, 'calls.json': JSON.stringify(records) });
  const tape = await tapeOf(page);

  await page.getByRole('row').nth(1).dblclick();
  for (const [index, { file, tones }] of audio.entries()) {
    await test.step(file, async () => {
      if (index > 0) await deck.button('Next call').click();
      await expect(deck.element.locator('p').first()).toHaveText(file);
      await expect.poll(async () => (await deck.clock()).of).toBe(2);
      // The tone begins after 1.1 s of speech. A busy machine plays with gaps, but not each time.
      await expect(async () => {
        if (await deck.button('Pause').isVisible()) await deck.press('Space');
        await deck.goTo(0.65);
        await tape.start();
        await deck.press('Space');
        await expect(deck.button('Play')).toBeVisible();
        const { left, right, rate } = await tape.stop();
        const begin = left.findIndex((value) => Math.abs(value) > 0.02);
        const ears = [left, right].map((ear) => ear.subarray(begin, begin + Math.round(0.3 * rate)));
        for (const tone of tones) {
          const levels = ears.map((ear) => levelOf(ear, tone, rate));
          expect(Math.max(...levels), `${tone} Hz`).toBeGreaterThan(-30);
        }
      }).toPass({ intervals: [0], timeout: 60_000 });
      await expect(deck.notice).toBeHidden();
    });
  }
});
