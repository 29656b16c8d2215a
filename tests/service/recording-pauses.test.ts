import { expect, test } from 'vitest';
import { levelOf, Sender, tone } from '../support/live';
import { startService } from '../support/start-service';

const pauses = Number(process.env.EARSHOT_PAUSES ?? 20);
const inEach = 10;
const rate = 8000;
/** Away from each joint, where a window would see a step. */
const margin = rate / 10;

test(`${pauses} pauses leave nothing of what was said in them`, async () => {
  const { admin } = await startService();
  const measures = await Promise.all(
    Array.from({ length: pauses / inEach }, (_, n) => paused(admin, n % 2 === 0, rate / 4 + 37 * n)),
  );
  const found = [];
  for (const measure of measures) found.push(await measure());

  expect(found.map(({ isExact }) => isExact)).toEqual(found.map(() => true));
  expect(Math.max(...found.map(({ loudest }) => loudest))).toBeLessThanOrEqual(-60);
  // The measure would have seen it.
  expect(levelOf(1000, tone(1000, margin))).toBeGreaterThan(-20);
}, 120_000);

/** Sends 400 Hz, and 1 kHz exactly while it is paused, in one long request or in one for each part. Returns the measure. */
async function paused(caller: Parameters<typeof Sender.open>[0], isStream: boolean, samples: number) {
  const sender = await Sender.open(caller);
  const stream = isStream ? sender.stream() : undefined;
  const send = (bytes: Buffer) => (stream ? stream.write(bytes) : sender.send(bytes));
  const wanted: Buffer[] = [];
  for (let n = 0; n <= inEach; n += 1) {
    const part = tone(400, samples);
    wanted.push(part);
    await send(part);
    if (n === inEach) break;
    await sender.mute();
    await send(tone(1000, samples + n));
    await sender.mute('unmute');
  }
  await stream?.end();
  await sender.close();
  return async () => {
    const audio = (await sender.file()).subarray(44);
    const levels = wanted.map((_, n) => {
      const from = 2 * (n * samples + margin);
      return levelOf(1000, audio.subarray(from, 2 * ((n + 1) * samples - margin)));
    });
    return { isExact: audio.equals(Buffer.concat(wanted)), loudest: Math.max(...levels) };
  };
}
