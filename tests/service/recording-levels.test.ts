import { readFileSync } from 'node:fs';
import type { Mark, RecordingLevels } from '@shared/contract/recordings';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { recording } from '../support/given';
import { Sender, tone } from '../support/live';
import { startService } from '../support/start-service';

const second = 8000;
const silence = (samples: number) => Buffer.alloc(2 * samples);
const levelsOf = async (caller: Caller, { url }: Sender) => {
  const { status, body } = await caller.get(url.replace('.json', '.json/levels.json'));
  return { status, levels: body.levels as RecordingLevels };
};
/** The loudest peak of a channel in the marks, and the pauses. */
const peakOf = (marks: readonly Mark[], channel: number) =>
  Math.max(0, ...marks.map((mark) => ('peaks' in mark ? (mark.peaks[channel] ?? 0) : 0)));
const pausesIn = (marks: readonly Mark[]) => marks.flatMap((mark) => ('paused_ms' in mark ? [mark.paused_ms] : []));

test('the levels of a recording are the peaks of its sides in each 300 ms', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin, { channels: 2 });
  const oneSide = tone(400, 3 * second, { channels: 2 });
  for (let at = 2; at < oneSide.length; at += 4) oneSide.writeInt16LE(0, at);

  await sender.send(oneSide);
  const { levels } = await levelsOf(admin, sender);

  expect(levels).toMatchObject({ channels: 2, offset: oneSide.length, is_sending: false, tool: null });
  expect(levels.marks).toHaveLength(10);
  expect(peakOf(levels.marks, 0)).toBeCloseTo(12_000 / 32_768, 2);
  expect(peakOf(levels.marks, 1)).toBe(0);
});

test('the levels have the length of a pause, and nothing of what arrives in it', async () => {
  let now = Date.UTC(2026, 10, 20, 12);
  const { admin } = await startService({ now: () => now });
  const sender = await Sender.open(admin);
  await sender.send(silence(second));
  await sender.mute();
  await sender.send(tone(1000, second));
  now += 5_000;
  const during = await levelsOf(admin, sender);

  await sender.mute('unmute');
  await sender.send(silence(second));
  now += 60_000;
  const after = await levelsOf(admin, sender);

  expect([pausesIn(during.levels.marks), pausesIn(after.levels.marks)]).toEqual([[5_000], [5_000]]);
  expect(peakOf(after.levels.marks, 0)).toBe(0);
  expect(after.levels.marks.map((mark) => 'peaks' in mark)).toEqual([true, true, true, false, true, true, true]);
});

test('MP3 frames have levels too', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin, { format: 'mp3', sample_rate: 16_000, channels: 1 });

  await sender.send(readFileSync(recording('question.mp3')));

  const loudest = async () => peakOf((await levelsOf(admin, sender)).levels.marks, 0);
  await expect.poll(loudest).toBeGreaterThan(0.01);
});

test('the levels name the access token that sends', async () => {
  const { given, through } = await startService();
  const agent = await given.user({ permissions: ['calls:view', 'calls:create', 'system:api_access'] });
  const token = { name: 'Front desk softphone' };
  const made = await agent.post(`/api/v2/users/${agent.user_id}/tokens.json`, { token });
  const tool = through('tcp', { authorization: `Bearer ${made.body.token}` });
  const sender = await Sender.open(tool);

  await sender.send(silence(second));
  const { levels } = await levelsOf(agent, sender);

  expect(levels.tool).toBe('Front desk softphone');
});

test('a closed recording has no levels, and one that is out of reach is not found', async () => {
  const { admin, given } = await startService();
  const stranger = await given.user({ permissions: ['calls:view'], tenant_id: await given.tenant() });
  const [open, closed] = [await Sender.open(admin), await Sender.open(admin)];
  await closed.close();

  expect([(await levelsOf(admin, closed)).status, (await levelsOf(stranger, open)).status]).toEqual([410, 404]);
});
