import { expect, test } from 'vitest';
import { ApiRefusal } from '../../renderer/api/refusal';
import { AudioSender } from '../../renderer/features/recorder/audio-sender';
import { loudness } from '../../renderer/features/recorder/loudness';
import { Pauses } from '../../renderer/features/recorder/pauses';
import { label, placed, width } from '../../renderer/features/recorder/picture';
import { Trace } from '../../shared/recording-trace';

const ramp = (from: number, length: number) => Int16Array.from({ length }, (_, n) => from + n);
/** Blocks of 10 frames in two channels, whose samples count from 0. */
const block = (n: number) => ({ at: 10 * n, frames: 10, samples: ramp(20 * n, 20), peaks: [0, 0] });
const keptOf = (pauses: Pauses, ...blocks: number[]) =>
  blocks.flatMap((n) => pauses.kept(block(n)).flatMap((part) => [...part]));

test('a pause drops from one frame to another, in blocks that arrive later than they were captured', () => {
  const pauses = new Pauses(2);
  const before = keptOf(pauses, 0);
  pauses.begin(13);
  const during = keptOf(pauses, 1, 2);
  pauses.end(38);
  const after = keptOf(pauses, 3, 4);

  expect(before).toEqual([...ramp(0, 20)]);
  expect(during).toEqual([...ramp(20, 6)]);
  expect(after).toEqual([...ramp(76, 24)]);
});

test('two pauses in one block leave what is between them', () => {
  const pauses = new Pauses(2);
  pauses.begin(2);
  pauses.end(4);
  pauses.begin(7);
  pauses.begin(9);
  pauses.end(8);
  pauses.end(5);

  expect(keptOf(pauses, 0)).toEqual([...ramp(0, 4), ...ramp(8, 6), ...ramp(16, 4)]);
});

/** A service that takes bytes, except where a refusal is due. */
function service(refusals: (ApiRefusal | undefined)[], taken: number[] = []) {
  const why: string[] = [];
  const sender = new AudioSender({
    waitMs: 1,
    onRefused: (reason) => why.push(reason),
    put: async (offset, bytes) => {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      if (offset !== taken.length)
        throw new ApiRefusal(409, { error: 'Conflict', details: { offset: String(taken.length) } });
      taken.push(...bytes);
      return taken.length;
    },
  });
  return { sender, taken, why };
}
const bytes = (...values: number[]) => new Int16Array(Uint8Array.from(values).buffer);

test('audio arrives in order and once, through failed requests and a request whose answer was lost', async () => {
  const broken = new ApiRefusal(0, {});
  const { sender, taken, why } = service([broken, undefined, broken, broken]);
  sender.add(bytes(1, 2, 3, 4));
  await sender.sent();
  // The service has taken these without the sender knowing.
  taken.push(5, 6);
  sender.add(bytes(5, 6, 7, 8));
  sender.add(bytes(9, 10));
  await sender.sent();

  expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(why).toEqual([]);
});

test('bytes that are dropped while they are sent take none of the later ones with them', async () => {
  const found = [];
  // Taken and answered; taken, but the answer is lost; not taken.
  for (const { takes, answers } of [
    { takes: true, answers: true },
    { takes: true, answers: false },
    { takes: false, answers: false },
  ]) {
    const taken: number[] = [];
    let isFirst = true;
    const sender = new AudioSender({
      waitMs: 1,
      onRefused: () => {},
      async put(offset, sent) {
        const [takesThis, answersThis] = isFirst ? [takes, answers] : [true, true];
        isFirst = false;
        if (offset !== taken.length)
          throw new ApiRefusal(409, { error: 'Conflict', details: { offset: String(taken.length) } });
        if (takesThis) taken.push(...sent);
        if (!answersThis) throw new ApiRefusal(0, {});
        return taken.length;
      },
    });
    sender.add(bytes(1, 2));
    sender.clear();
    sender.add(bytes(3, 4));
    await sender.sent();
    found.push(taken);
  }

  expect(found).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [3, 4],
  ]);
});

test('a refusal that is final ends the sender and is named once', async () => {
  const final = {
    closed: new ApiRefusal(410, {}),
    disk_full: new ApiRefusal(503, { error: 'InsufficientStorage' }),
    refused: new ApiRefusal(403, { error: 'PermissionError' }),
  };
  const named = [];
  for (const refusal of Object.values(final)) {
    const { sender, taken, why } = service([refusal]);
    sender.add(bytes(1, 2));
    sender.add(bytes(3, 4));
    await sender.sent();
    sender.add(bytes(5, 6));
    named.push([...why, taken.length]);
  }

  expect(named).toEqual(Object.keys(final).map((why) => [why, 0]));
});

test('the picture has a bar for each third of a second, and one mark for a pause', () => {
  const trace = new Trace(1000);
  for (const peak of [0.1, 0.5, 0.2]) trace.add(100, [peak]);
  trace.pause(0);
  trace.pause(5000);
  trace.add(300, [0.3]);

  expect(trace.all).toEqual([{ peaks: [0.5] }, { paused_ms: 5000 }, { peaks: [0.3] }]);
});

test('bars keep in step with the time, whatever the length of the blocks', () => {
  const trace = new Trace(1000);
  for (let n = 0; n < 90; n += 1) trace.add(100 + (n % 3) * 50, [0.5]);

  trace.pause(0);
  trace.add(400, [0.5], true);
  const inPause = trace.all.length;
  trace.add(200, [0.5]);

  expect([inPause, trace.all.length]).toEqual([46, 48]);
});

const sound = (bars: number) => Array.from({ length: bars }, () => ({ peaks: [1] }));

test('bars and times are placed from the right, the newest last, and a pause takes none of the time below', () => {
  const { bars, pauses, ticks } = placed([...sound(60), { paused_ms: 12_000 }, ...sound(60)], 36_100);

  expect([bars.length, bars[0]?.x]).toEqual([120, width - 2]);
  expect(pauses).toEqual([{ x: width - 180 - 120, width: 120, paused_ms: 12_000 }]);
  expect(ticks).toEqual([
    { x: width - 60, atMs: 30_000 },
    { x: width - 180 - 120 - 30, atMs: 15_000 },
    { x: width - 180 - 120 - 180, atMs: 0 },
  ]);
});

test('from the start there are times below the picture', () => {
  const timesOf = (bars: number) => placed(sound(bars), bars * 300 + 200).ticks.map(({ atMs }) => atMs);

  expect([timesOf(0), timesOf(1), timesOf(40)]).toEqual([[0], [0], [10_000, 5_000, 0]]);
});

test('a pause is drawn to scale, with room for its label, and never pushes the sound before it out of the picture', () => {
  const lengths = [0, 1000, 8000, 16_000, 600_000];
  const marks = lengths.flatMap((paused_ms) => [{ paused_ms }, ...sound(1)]);
  const { pauses } = placed(marks, 1500);

  const widths = pauses.toReversed().map(({ width: wide }) => wide);
  expect(widths.slice(2, 4)).toEqual([80, 160]);
  expect(Math.min(...widths)).toBeGreaterThan(label.width);
  expect(Math.max(...widths)).toBeLessThan(width / 2);
  const middles = pauses.map(({ x, width: wide }) => x + wide / 2);
  const apart = middles.slice(1).map((middle, n) => (middles[n] ?? 0) - middle);
  expect(Math.min(...apart)).toBeGreaterThan(label.width);
});

test('bars are as tall as the meter is lit: in even steps of dB', () => {
  const of = (db: number) => loudness(10 ** (db / 20));

  expect([loudness(0), of(-70), of(-56), of(-28), of(-14), loudness(1), loudness(2)]).toEqual(
    [0, 0, 0, 0.5, 0.75, 1, 1].map((part) => expect.closeTo(part)),
  );
});
