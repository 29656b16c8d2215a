import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Sender, tone } from '../support/live';
import { startService } from '../support/start-service';

setFlagsFromString('--expose_gc');
const collectGarbage: () => void = runInNewContext('gc');

const minutes = Number(process.env.EARSHOT_RECORDED_MINUTES ?? 20);
const minute = tone(400, 60 * 8000, { channels: 2 });
/** From the first half to the second. Ten minutes would take 19 MB if they stayed in memory. */
const maxGrowth = 8 * 1024 * 1024;

test(`${minutes} minutes in two channels, as fast as possible, are recorded in flat memory`, async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin, { channels: 2 });
  const piece = new Uint8Array(minute.subarray(0, 64_000));
  let left = (minutes * minute.length) / piece.length;
  const used: number[] = [];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (left % 10 === 0) {
          collectGarbage();
          used.push(process.memoryUsage().arrayBuffers);
        }
        if (left <= 0) return controller.close();
        left -= 1;
        controller.enqueue(piece.slice());
      },
    },
    { highWaterMark: 0 },
  );
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const began = performance.now();

  const { status, body: answer } = await sender.send(body);

  lag.disable();
  const seconds = (performance.now() - began) / 1000;
  await sender.close();
  expect([status, answer.offset]).toEqual([200, minutes * minute.length]);
  expect((await sender.call()).duration).toBe(minutes * 60);
  const half = Math.ceil(used.length / 2);
  const growth = Math.max(...used.slice(half)) - Math.max(...used.slice(0, half));
  const [p99, most] = [lag.percentile(99) / 1e6, lag.max / 1e6].map((ms) => ms.toFixed(1));
  console.log(
    `${minutes} minutes in ${seconds.toFixed(1)} s; main-loop lag p99 ${p99} ms, most ${most} ms; growth ${Math.round(growth / 1024)} KiB`,
  );
  expect(growth).toBeLessThan(maxGrowth);
}, 600_000);
