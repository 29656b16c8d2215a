import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EventStream } from '../support/event-stream';
import { Sender, tone } from '../support/live';
import { mayMount, mounted } from '../support/mount';
import { startService } from '../support/start-service';
import { strays } from '../support/strays';

const mb = 1024 * 1024;

describe.skipIf(!mayMount)('on a disk of 96 MB (needs root)', () => {
  test('a recording that fills the disk ends with what was acknowledged, and the archive stays usable', async () => {
    const dataFolder = mounted('-t', 'tmpfs', '-o', 'size=96m', 'tmpfs');
    const { admin } = await startService({ dataFolder });
    const sender = await Sender.open(admin, { sample_rate: 48_000, channels: 2 });
    const stream = new EventStream(await admin.raw('/api/v2/events'));
    onTestFinished(() => stream.leave());
    const { bavail, bsize } = statfsSync(dataFolder);
    writeFileSync(join(dataFolder, 'ballast'), Buffer.alloc(bavail * bsize - 20 * mb));
    const piece = tone(400, mb / 4 - 1, { rate: 48_000, channels: 2 });
    const statuses: number[] = [];
    while (statuses.at(-1) !== 503 && statuses.length < 12) statuses.push((await sender.send(piece)).status);
    const acknowledged = sender.offset;

    const closed = await stream.until(({ data }) => data.change === 'closed');
    const audio = (await sender.file()).subarray(44);
    const late = await sender.send(piece);

    expect(statuses.at(-1)).toBe(503);
    expect(acknowledged).toBeGreaterThan(0);
    expect(closed.at(-1)?.data).toMatchObject({ recording_id: sender.recording_id, ended_by: 'disk_full' });
    expect(audio.length).toBeGreaterThanOrEqual(acknowledged);
    expect(
      audio.subarray(0, acknowledged).equals(Buffer.concat(statuses.map(() => piece)).subarray(0, acknowledged)),
    ).toBe(true);
    expect([late.status, (await sender.call()).record_state]).toEqual([410, 3]);
    expect((await admin.get('/api/v2/calls.json')).status).toBe(200);
    expect(strays(dataFolder)).toEqual([]);
  });

  test('a recording that another program leaves no space to end can be heard once there is some', async () => {
    const dataFolder = mounted('-t', 'tmpfs', '-o', 'size=96m', 'tmpfs');
    const { admin } = await startService({ dataFolder });
    const sender = await Sender.open(admin);
    const sound = tone(400, 10 * 8000);
    await sender.send(sound);
    const ballast = join(dataFolder, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(96 * mb))).toThrow('ENOSPC');

    const refused = await sender.send(sound);
    rmSync(ballast);
    await expect.poll(async () => (await sender.call()).files).toHaveLength(1);
    const audio = (await sender.file()).subarray(44);

    expect(refused.status).toBe(503);
    // All but what a crash may lose too: one chunk.
    expect(audio.length).toBeGreaterThan(sender.offset - 16_384);
    expect(audio.equals(sound.subarray(0, audio.length))).toBe(true);
    expect((await sender.call()).record_state).toBe(3);
    expect(strays(dataFolder)).toEqual([]);
  });
});
