import { tones, tonesInTurn } from '../support/tones';
import { expect, signedIn, test } from './launch';
import { bringIn, Deck } from './player';
import { steadyLevelOf, stretchesOf, strongestIn, tapeOf } from './tape';

const middleOf = (lengths: number[]) => lengths.toSorted((one, other) => one - other)[lengths.length >> 1] ?? 0;

test('what is heard: the pitch at twice the speed, one speaker alone, and a loop', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  const deck = new Deck(page);
  await bringIn(earshot, {
    'talk.wav': tones([440, 1000], { seconds: 180 }),
    'turns.wav': tonesInTurn([500, 500, 2000, 3500, 3500, 3500, 3500, 3500]),
    'calls.json': JSON.stringify([
      { direction: 'inbound', from_name: 'Maria', file: 'talk.wav', setup_time: '2026-11-20T14:01:00Z' },
      { direction: 'inbound', from_name: 'Turns', file: 'turns.wav', setup_time: '2026-11-20T14:00:00Z' },
    ]),
  });
  const tape = await tapeOf(page);
  /** Tapes until the position has moved on by so many seconds. */
  const taped = async (seconds: number) => {
    const { at } = await deck.clock();
    await tape.start();
    await expect.poll(async () => (await deck.clock()).at).toBeGreaterThanOrEqual(at + seconds);
    return tape.stop();
  };

  await test.step('at twice the speed a tone of 440 Hz stays one, within 1 %', async () => {
    await page.getByRole('row').filter({ hasText: 'Maria' }).dblclick();
    await expect(deck.button('Pause')).toBeVisible();
    await deck.position.focus();
    for (let step = 0; step < 20; step += 1) await keyboard.press(']');
    await expect(deck.element.getByRole('button', { name: 'Speed 2×' })).toBeVisible();
    // Here and below: a busy machine leaves gaps in a tape, but not in every one, as a defect would.
    await expect(async () => {
      const { left, rate } = await taped(3);
      const strongest = strongestIn(left.subarray(-rate), [400, 480], rate);
      expect(strongest).toBeGreaterThan(440 * 0.99);
      expect(strongest).toBeLessThan(440 * 1.01);
    }).toPass();
  });

  await test.step('of the speaker who is not heard, nothing is left above -60 dB', async () => {
    await keyboard.press('\\');
    await keyboard.press('a');
    await taped(1);
    await expect(async () => {
      const { left, right, rate } = await taped(3);
      for (const ear of [left, right]) {
        const [agent, customer] = [440, 1000].map((hz) => steadyLevelOf(ear, hz, rate)) as [number, number];
        test.info().annotations.push({ type: 'agent alone, in dB', description: JSON.stringify({ agent, customer }) });
        expect(agent).toBeGreaterThan(-20);
        expect(customer).toBeLessThan(agent - 60);
      }
    }).toPass();
    await keyboard.press('b');
  });

  await test.step('a loop over the third second lets at most 20 ms of its surroundings through', async () => {
    await page.getByRole('row').filter({ hasText: 'Turns' }).dblclick();
    await expect.poll(async () => (await deck.clock()).of).toBe(8);
    await deck.press('Space');
    await expect(deck.button('Play')).toBeVisible();
    for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight']) await keyboard.press(key);
    await keyboard.press('r');
    await keyboard.press('Shift+ArrowRight');
    await keyboard.press('r');
    await expect(deck.element.getByRole('slider', { name: 'End of the loop' })).toHaveAttribute(
      'aria-valuetext',
      '0:03.0',
    );
    await keyboard.press('Space');
    await expect(async () => {
      await tape.start();
      await page.waitForFunction(() => {
        const { tape } = window as unknown as { tape: { rate: number; ears: Float32Array[][] } };
        return (tape.ears[0]?.length ?? 0) * 1024 > 6 * tape.rate;
      });
      const { left, rate } = await tape.stop();

      const inside = stretchesOf(left, 2000, rate).filter((length) => length > 100);
      const outside = [500, 3500].flatMap((hz) => stretchesOf(left, hz, rate));
      const annotation = JSON.stringify({ inside, outside });
      test.info().annotations.push({ type: 'loop, in ms', description: annotation });
      expect(inside.length).toBeGreaterThanOrEqual(4);
      // Of the better half of the turns, because a busy machine delays single ones. The first and the last one may be cut
      // by the tape.
      const better = (lengths: number[]) =>
        lengths.toSorted((one, other) => one - other).slice(0, Math.ceil(lengths.length / 2));
      expect(middleOf(better(outside)), annotation).toBeLessThanOrEqual(20);
      const differences = inside.slice(1, -1).map((length) => Math.abs(length - 1000));
      expect(middleOf(better(differences)), annotation).toBeLessThanOrEqual(20);
    }).toPass();
    await keyboard.press('r');
  });

  await test.step('what was paused while it started is still heard after the time in which the sound card is released', async () => {
    await page.evaluate(() => {
      const { setTimeout } = window;
      const { play } = HTMLMediaElement.prototype;
      const counted = { suspended: 0 };
      Object.assign(window, {
        counted,
        setTimeout: (act: () => void, ms: number) => setTimeout(act, ms === 20_000 ? 1000 : ms),
      });
      HTMLMediaElement.prototype.play = async function () {
        await play.call(this);
        await new Promise((resolve) => setTimeout(resolve, 500));
      };
      AudioContext.prototype.suspend = async () => {
        counted.suspended += 1;
      };
    });
    await page.getByRole('row').filter({ hasText: 'Maria' }).dblclick();
    await expect(deck.button('Pause')).toBeVisible();
    await taped(1);
    await deck.position.focus();
    await page.evaluate(() => {
      // On a slow machine, it was also suspended while the call was being loaded.
      (window as unknown as { counted: { suspended: number } }).counted.suspended = 0;
      const space = { key: ' ', bubbles: true, cancelable: true };
      for (let press = 0; press < 4; press += 1)
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', space));
    });
    await expect(deck.button('Pause')).toBeVisible();
    await taped(3);
    expect(await page.evaluate(() => (window as unknown as { counted: object }).counted)).toEqual({ suspended: 0 });
  });
});
