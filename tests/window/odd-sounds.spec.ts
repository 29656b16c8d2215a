import type { Page } from '@playwright/test';
import { oddSounds, silence, toneAt } from '../support/odd-sounds';
import { expect, signedIn, test } from './launch';
import { bringIn, Deck } from './player';
import { strongestIn, tapeOf } from './tape';

/** The ends in seconds of the quiet spans of 60 ms and more, in a sound of so many values a second. */
function silencesIn(levels: ArrayLike<number>, rate: number): number[] {
  const ends: number[] = [];
  let quiet = 0;
  for (let at = 0; at < levels.length; at += 1) {
    const isQuiet = (levels[at] ?? 0) < 0.05;
    if (!isQuiet && quiet / rate >= 0.06) ends.push(at / rate);
    quiet = isQuiet ? quiet + 1 : 0;
  }
  return ends;
}

/** The loudest value in each piece of 4 ms. */
const levelsOf = (sound: Float32Array, rate: number): number[] =>
  Array.from({ length: Math.floor(sound.length / (0.004 * rate)) }, (_, at) =>
    sound.subarray(at * 0.004 * rate, (at + 1) * 0.004 * rate).reduce((most, one) => Math.max(most, Math.abs(one)), 0),
  );

for (const kind of ['mp3', 'wav'])
  test(`odd ${kind} recordings are heard where their waveform and the clock say, within 50 ms`, async ({ earshot }) => {
    await signedIn(earshot);
    const { page } = earshot;
    const deck = new Deck(page);
    const sounds = Object.entries(await oddSounds()).filter(([name]) => name.endsWith(kind));
    const heard = sounds.filter(([, { refusal }]) => refusal === undefined);
    const records = heard.map(([file], place) => ({
      file,
      from_name: file,
      setup_time: new Date(Date.UTC(2026, 10, 20, 14, -place)).toISOString(),
    }));
    const files = Object.fromEntries(sounds.map(([name, { bytes }]) => [name, bytes]));
    await bringIn(earshot, { ...files, 'calls.json': JSON.stringify(records) });
    const tape = await tapeOf(page);
    await page.getByRole('row').nth(1).dblclick();

    for (const [index, [name, { seconds }]] of heard.entries()) {
      await test.step(name, async () => {
        if (index > 0) await deck.button('Next call').click();
        await expect(deck.element.locator('p').first()).toHaveText(name);
        const { data, duration_ms } = await peaksOf(page, name);
        const pairs = new Int8Array(Buffer.from(data, 'base64'));
        const levels = Array.from({ length: pairs.length / 2 }, (_, at) =>
          Math.max(-(pairs[2 * at] ?? 0), pairs[2 * at + 1] ?? 0),
        );
        const drawn = silencesIn(
          levels.map((level) => level / 127),
          50,
        );
        expect((await deck.clock()).of).toBe(Math.floor(duration_ms / 1000));

        // Behind all that is odd in the file. A busy machine plays with gaps; a file out of step is so each time.
        const from = seconds - 3;
        await expect(async () => {
          if (await deck.button('Pause').isVisible()) await deck.press('Space');
          await deck.press('Home');
          for (let step = 0; step < from; step += 1) await deck.press('Shift+ArrowRight');
          await tape.start();
          await deck.press('Space');
          await expect.poll(async () => (await deck.clock()).at).toBeGreaterThanOrEqual(from + 2);
          await deck.press('Space');
          const { left, rate } = await tape.stop();

          // The tape begins before the sound, so its first sound is what is at the position.
          const sound = left.subarray(left.findIndex((value) => Math.abs(value) > 0.05));
          const end = silencesIn(levelsOf(sound, rate), 250)[0] ?? Number.NaN;
          // The tone behind the silence says which second it is.
          const [place = Number.NaN] = drawn.toSorted((a, b) => Math.abs(from + end - a) - Math.abs(from + end - b));
          expect(Math.abs(from + end - place), `heard at ${from + end}, drawn at ${place}`).toBeLessThan(0.05);
          const after = sound.subarray(Math.round((end + 0.03) * rate), Math.round((end + 0.23) * rate));
          const tone = toneAt(Math.floor(place - silence.to + 0.1));
          expect(Math.abs(strongestIn(after, [tone - 200, tone + 200], rate) - tone)).toBeLessThan(30);
        }).toPass({ intervals: [0], timeout: 120_000 });
      });
    }
  });

function peaksOf(page: Page, name: string): Promise<{ data: string; duration_ms: number }> {
  return page.evaluate(async (wanted) => {
    const { calls } = await (await fetch('/api/v2/calls.json?limit=100')).json();
    const call = calls.find(({ from_name }: { from_name: string }) => from_name === wanted);
    const { peaks } = await (await fetch(`/api/v2/calls/${call.call_id}.json/peaks.json`)).json();
    return { data: peaks.data[0], duration_ms: peaks.duration_ms };
  }, name);
}
